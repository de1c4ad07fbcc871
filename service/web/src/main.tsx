// The composition root: the one place that touches the window on import.

import { render } from "preact";
import { createApi } from "./api/client";
import { App } from "./App";
import { createSession } from "./state/session";
import { browserStorage } from "./state/settings";
import "./style/index.css";

const session = createSession(createApi(location.href), browserStorage(), navigator.languages);
session.run();

const place = document.getElementById("app");
if (place) render(<App session={session} />, place);
