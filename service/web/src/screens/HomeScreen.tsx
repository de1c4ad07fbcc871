// The start: what this is, the language, the time for a word, and off you go.

import { NO_MODEL } from "../api/client";
import { Choice } from "../components/Choice";
import { Demo } from "../components/Demo";
import { Wordmark } from "../components/Wordmark";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n/languages";
import type { Session } from "../state/session";
import { TURNS } from "../state/settings";

export function HomeScreen({ session }: { session: Session }) {
  const { t, settings, words } = session;
  const ready = words.value.name === "ready" && session.link.value.name === "open";
  return (
    <main id="main" class="home">
      <div class="home-words">
        <p class="home-brand">
          <Wordmark />
          <span class="visually-hidden">{t("app.name")}</span>
        </p>
        <h1>{t("home.heading")}</h1>
        <p class="home-lead">{t("home.lead", { seconds: settings.value.turn })}</p>
        <div class="home-choices">
          <Choice
            name="language"
            legend={t("language.choose")}
            options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value], lang: value }))}
            chosen={settings.value.language}
            choose={(language) => session.change({ language })}
          />
          <Choice
            name="turn"
            legend={t("home.turn")}
            options={TURNS.map((value) => ({ value, text: t("home.turn.value", { seconds: value }) }))}
            chosen={settings.value.turn}
            choose={(turn) => session.change({ turn })}
          />
        </div>
        {words.value.name === "failed" ? (
          <p class="home-failed" role="alert">
            {t(words.value.code === NO_MODEL ? "home.no-model" : "home.failed")}{" "}
            <button type="button" class="button" onClick={session.fetchWords}>
              {t("home.again")}
            </button>
          </p>
        ) : (
          <button type="button" class="button button-main button-big" disabled={!ready} onClick={session.start}>
            {t(words.value.name === "loading" && session.link.value.name === "open" ? "home.loading" : "home.start")}
          </button>
        )}
      </div>
      <Demo session={session} />
      <footer class="home-foot">
        <p>{t("home.privacy")}</p>
        <p>{t("home.credit")}</p>
      </footer>
    </main>
  );
}
