// Wire v1: what a table's socket says. Made by `python -m drawmate.wire typescript`; do not edit.
// What a game's records mean is told by the rules (service/drawmate/games); `G` is the game that is played.

/** Close codes of a table's socket. */
export const CLOSE = {
  left: 4000,
  kicked: 4001,
  table_closed: 4002,
  taken_over: 4003,
  bad_token: 4004,
  too_slow: 4005,
  restart: 4006,
  silent: 4007,
  forbidden_origin: 4008,
  no_table: 4009,
  too_many: 4010,
} as const;

/** Codes of `error` beside those of the rules. */
export type RefusalCode =
  | "bad_frame"
  | "bad_message"
  | "bad_record"
  | "too_big"
  | "slow_down"
  | "busy"
  | "not_seated"
  | "not_host"
  | "no_ai"
  | "in_lobby"
  | "in_game"
  | "table_full"
  | "no_seat"
  | "seat_taken"
  | "name_taken"
  | "bad_name"
  | "bad_option"
  | "wrong_seats"
  | "not_ready"
  | "silenced"
  | "no_canvas"
  | "sealed"
  | "gap"
  | "different_ink"
  | "too_many_strokes"
  | "too_many_points"
  | "paused";

/** Limits of messages. */
export const LIMITS = {
  CANVAS: 1000,
  DEPTH: 16,
  FRAME_BYTES: 65536,
  LONGEST_CHAT: 300,
  LONGEST_NAME: 24,
  PIECE_POINTS: 512,
  PING_SECONDS: 10,
  SAFE_INTEGER: 9.00719925474099e+15,
  SMALL_FRAME_BYTES: 8192,
  STROKES: 1500,
  STROKE_POINTS: 8000,
} as const;

/** A move of the game: one of the actions that `offers` allow, as the game's record with its `type`. */
export interface Act<G extends GameName = GameName> {
  type: "act";
  id: number;
  action: Games[G]["action"];
}

/**
 * The next points of a stroke, in table units; `offset` is how many points of it were sent before.
 *
 * `t` is milliseconds since the stroke began. `end` seals the stroke. Acknowledged once it is stored.
 */
export interface InkPiece {
  type: "ink";
  id: number;
  canvas: string;
  stroke: number;
  offset: number;
  x: number[];
  y: number[];
  t?: number[] | null;
  color?: number;
  end?: boolean;
}

/** Take back one of one's own strokes of a drawing that is not sealed. */
export interface Undo {
  type: "undo";
  id: number;
  canvas: string;
  stroke: number;
}

/** A line for everyone at the table, unless the rules silence the seat. */
export interface Chat {
  type: "chat";
  id: number;
  text: string;
}

/** In the lobby: whether one is ready to start. */
export interface Ready {
  type: "ready";
  id: number;
  ready: boolean;
}

/**
 * In the lobby, for one's own seat or by the host for any: how many times as long as usual it needs.
 *
 * Everybody at the table then has as long as the slowest seat: all times of the game are multiplied by the largest
 * `factor`, with the option `stretch` at most by 10.
 */
export interface Pace {
  type: "pace";
  id: number;
  seat: number;
  factor: number;
}

/** Host, in the lobby: the game's options, replacing those before. */
export interface Configure<G extends GameName = GameName> {
  type: "configure";
  id: number;
  options: Games[G]["options"];
}

/** Host, in the lobby: one more seat held by an AI. */
export interface AddAi {
  type: "add_ai";
  id: number;
}

/** Host: remove who holds a seat. In a game an AI takes the seat. */
export interface Kick {
  type: "kick";
  id: number;
  seat: number;
}

/** Host: make another person the host. */
export interface PassHost {
  type: "pass_host";
  id: number;
  seat: number;
}

/** Host, in the lobby: begin; empty seats up to the game's minimum are filled with AI. */
export interface Start {
  type: "start";
  id: number;
}

/** After a game: back to the lobby with the same people. */
export interface Again {
  type: "again";
  id: number;
}

/**
 * A spectator takes a seat that an AI holds (D0.7).
 *
 * The answer's `token` is the seat's; this socket is the seat's from then on, and a fresh `welcome` follows. Sent
 * again with a `client` of at least 16 characters it is answered with the same token, unless the server has started
 * anew since (`seat_taken`).
 */
export interface Take {
  type: "take";
  id: number;
  seat: number;
  name: string;
}

/** Give up one's seat; in a game an AI takes it at once. */
export interface Leave {
  type: "leave";
  id: number;
}

/** Ask for a fresh `welcome`. */
export interface Resync {
  type: "resync";
  id: number;
}

/** The answer to a `ping`. */
export interface Pong {
  type: "pong";
  n: number;
}

export type ClientMessage<G extends GameName = GameName> =
  | Act<G>
  | InkPiece
  | Undo
  | Chat
  | Ready
  | Pace
  | Configure<G>
  | AddAi
  | Kick
  | PassHost
  | Start
  | Again
  | Take
  | Leave
  | Resync
  | Pong;

/**
 * Who holds a seat. `connected` is false for a person whose seat waits for them, `held_ms` longer.
 *
 * `pace` is how many times as long as usual the seat needs (see `pace`).
 */
export interface SeatInfo {
  name: string;
  person: boolean;
  connected: boolean;
  ready: boolean;
  held_ms: number | null;
  pace: number;
}

/** A stroke as far as it is drawn, in table units. */
export interface StrokeInk {
  stroke: number;
  color: number;
  x: number[];
  y: number[];
  t: number[] | null;
  end: boolean;
}

/**
 * First message on a socket, and the answer to `resync`: the whole of what this connection may know.
 *
 * It comes too when the connection has another seat: after `take`, and when seats move up in the lobby.
 *
 * `v` is the number of the last event so far, which `view` already shows. Events after the number that was asked
 * for (`since`) follow all the same, if the server still has them: what a client has heard it drops.
 */
export interface Welcome<G extends GameName = GameName> {
  type: "welcome";
  seat: number | null;
  v: number;
  lobby: Lobby<G>;
  view: ViewChanged<G> | null;
  canvases: CanvasInk[];
  chat: Said[];
  now_ms: number;
}

/** The table outside the game's rules: presence is state, sent whole whenever it changes. */
export interface Lobby<G extends GameName = GameName> {
  type: "lobby";
  game: string;
  code: string;
  phase: "lobby" | "playing" | "over";
  seats: SeatInfo[];
  host: number | null;
  options: Games[G]["options"];
  language: string;
  listed: boolean;
  spectators: number;
  paused: boolean;
}

/**
 * All that this seat may know now, what it may do, and how long the phase lasts yet.
 *
 * `left_ms` is null without a timer; `now_ms` is the server's clock, for telling how old the message is.
 */
export interface ViewChanged<G extends GameName = GameName> {
  type: "view";
  v: number;
  view: Games[G]["view"];
  offers: Games[G]["offer"][];
  cards: Record<string, Record<string, unknown>>;
  left_ms: number | null;
  now_ms: number;
}

/** Something that happened in the game, as the game's record; `cards` says what the cards it names are. */
export interface Told<G extends GameName = GameName> {
  type: "event";
  v: number;
  what: Games[G]["event"];
  cards: Record<string, Record<string, unknown>>;
}

/** Something happened that this connection may not know. */
export interface Skip {
  type: "skip";
  v: number;
}

/** A canvas that may be seen from now on, with all its ink; it replaces what was known of it. */
export interface CanvasInk {
  type: "canvas";
  canvas: string;
  strokes: StrokeInk[];
}

/** More of a stroke on a canvas that one may see; one's own pieces are not sent back. */
export interface Drawn {
  type: "ink";
  canvas: string;
  stroke: number;
  offset: number;
  color: number;
  x: number[];
  y: number[];
  t: number[] | null;
  end: boolean;
}

/** A stroke was taken back. */
export interface Undone {
  type: "undo";
  canvas: string;
  stroke: number;
}

/** A chat line; `seat` is null for a spectator. */
export interface Said {
  type: "chat";
  seat: number | null;
  name: string;
  text: string;
}

/** The message with this id has been done and stored; `token` answers `take`. */
export interface Ack {
  type: "ack";
  id: number;
  token: string | null;
}

/** The message with this id was refused and nothing changed; null when the id could not be read. */
export interface Error {
  type: "error";
  id: number | null;
  code: string;
  message: string;
  path: string | null;
  retry_ms: number | null;
  expected: number | null;
}

/** To be answered by `pong` with the same `n`, at once: it measures the lag. */
export interface Ping {
  type: "ping";
  n: number;
}

/** The socket is about to be closed with this code. */
export interface Closing {
  type: "closing";
  code: number;
  reason: string;
}

export type ServerMessage<G extends GameName = GameName> =
  | Welcome<G>
  | Lobby<G>
  | ViewChanged<G>
  | Told<G>
  | Skip
  | CanvasInk
  | Drawn
  | Undone
  | Said
  | Ack
  | Error
  | Ping
  | Closing;

/** What the games say: by the game, its options, actions, events, views and offers. */
export interface Games {
  duplik: {
    options: Partial<Duplik.Config>;
    action: Duplik.Action;
    event: Duplik.Event;
    view: Duplik.View;
    offer: Rules.Offer<Duplik.Action>;
  };
  split_personality: {
    options: Partial<SplitPersonality.Config>;
    action: SplitPersonality.Action;
    event: SplitPersonality.Event;
    view: SplitPersonality.View;
    offer: Rules.Offer<SplitPersonality.Action>;
  };
  artbox: {
    options: Partial<Artbox.Config>;
    action: Artbox.Action;
    event: Artbox.Event;
    view: Artbox.View;
    offer: Rules.Offer<Artbox.Action>;
  };
  dekalko: {
    options: Partial<Dekalko.Config>;
    action: Dekalko.Action;
    event: Dekalko.Event;
    view: Dekalko.View;
    offer: Rules.Offer<Dekalko.Action>;
  };
  quick_guess: {
    options: Partial<QuickGuess.Config>;
    action: QuickGuess.Action;
    event: QuickGuess.Event;
    view: QuickGuess.View;
    offer: Rules.Offer<QuickGuess.Action>;
  };
}

export type GameName = keyof Games;

export declare namespace Duplik {
  /**
   * A game's options.
   *
   * Attributes:
   *     cards: scenes in the deck; none is used twice in a game (D1.3).
   *     cycles: how often each seat portrays, 1..3.
   *     choose_scene: the portrayer takes one of two scenes (D1.3).
   *     golden_artist, golden_portrayer: points for the golden criterion (D1.27).
   *     ai: whether models may mark, vote and hold seats; without, a seat left by its person is empty (D1.13).
   *     ai_marks: the model marks every canvas and people object; None: when only one person plays (D1.14).
   *     people_decide: AI votes count only when no person voted; None: when two or more electors are people (D1.23).
   *     timers: soft limits; without them all phases but the 90 s last until people act (D0.9).
   *     stretch: factor on every time given to people.
   */
  export interface Config {
    cards: number;
    cycles: number;
    choose_scene: boolean;
    golden_artist: number;
    golden_portrayer: number;
    ai: boolean;
    ai_marks: boolean | null;
    people_decide: boolean | null;
    timers: boolean;
    stretch: number;
  }

  export type Action =
    | Choose
    | Begin
    | Say
    | Done
    | Finish
    | PassCanvases
    | Read
    | Mark
    | Object
    | Cast
    | Rules.Ready;

  export type Event =
    | Rolled
    | Dealt
    | Announced
    | Begun
    | Line
    | IsDone
    | Stopped
    | Passed
    | Assigned
    | CriterionRead
    | Marked
    | Opinion
    | Objected
    | VoteOpened
    | Rules.Ballot
    | Ruled
    | IsReady
    | Scored
    | Rules.Held
    | Rules.ClockSet
    | Rules.Outcome;

  /** The portrayer takes one of the two scenes. */
  export interface Choose {
    type: "Choose";
    card: number;
  }

  /** The portrayer starts the timer. */
  export interface Begin {
    type: "Begin";
  }

  /** A line of the portrayer's description, typed or heard by the browser (D1.9). */
  export interface Say {
    type: "Say";
    text: string;
    spoken?: boolean;
  }

  /** An artist has finished drawing, or takes that back. */
  export interface Done {
    type: "Done";
    done: boolean;
  }

  /** Every artist is done and the portrayer agrees to end before time (D1.6). */
  export interface Finish {
    type: "Finish";
  }

  /** The portrayer says which way canvases go (D1.11). */
  export interface PassCanvases {
    type: "PassCanvases";
    direction: "left" | "right";
  }

  /** The portrayer reads out the next criterion. */
  export interface Read {
    type: "Read";
  }

  /** An evaluator's answer to the criterion read last, for the canvas of `seat`. */
  export interface Mark {
    type: "Mark";
    seat: number;
    answer: "yes" | "no" | "uncertain";
  }

  /** An artist wants the point they were denied (D1.18). */
  export interface Object {
    type: "Object";
    number: number;
  }

  /** A vote on whether the point is given; None abstains. */
  export interface Cast {
    type: "Cast";
    yes: boolean | null;
  }

  /** An opening roll: all seats, or those who had tied for the highest (D1.2). */
  export interface Rolled {
    type: "Rolled";
    rolls: Roll[];
  }

  /** One throw of the opening die. */
  export interface Roll {
    type: "Roll";
    seat: number;
    value: number;
  }

  /** To the portrayer alone: the scene, or the two to choose from. */
  export interface Dealt {
    type: "Dealt";
    cards: number[];
  }

  /** A round begins: its portrayer, the golden number (D1.4), and the title, which is public from here on. */
  export interface Announced {
    type: "Announced";
    round: number;
    portrayer: number;
    golden: number;
  }

  /** The timer runs. */
  export interface Begun {
    type: "Begun";
  }

  /** A line of the description. */
  export interface Line {
    type: "Line";
    text: string;
    spoken: boolean;
    at: number;
  }

  /** An artist is done, or draws again. */
  export interface IsDone {
    type: "IsDone";
    seat: number;
    done: boolean;
  }

  /** Time is up, or everyone agreed: no more ink and no more description. */
  export interface Stopped {
    type: "Stopped";
  }

  /** Canvases lie before their evaluators. */
  export interface Passed {
    type: "Passed";
    direction: "left" | "right";
    evaluators: Assigned[];
  }

  /** Whose canvas lies before whom. */
  export interface Assigned {
    type: "Assigned";
    seat: number;
    evaluator: number;
  }

  /** A criterion is public. */
  export interface CriterionRead {
    type: "CriterionRead";
    number: number;
  }

  /** A box was marked; the model's verdict on it, once there is one, follows. */
  export interface Marked {
    type: "Marked";
    seat: number;
    number: number;
    answer: "yes" | "no" | "uncertain";
  }

  /** The model's verdict on a box that has been marked. */
  export interface Opinion {
    type: "Opinion";
    seat: number;
    number: number;
    verdict: Verdict;
  }

  /** The model's answer to one criterion, why, and which strokes are the evidence. */
  export interface Verdict {
    type: "Verdict";
    answer: "yes" | "no" | "uncertain";
    reason: string;
    strokes: number[];
  }

  /** An artist disputes a No. */
  export interface Objected {
    type: "Objected";
    seat: number;
    number: number;
  }

  /** The artists vote on a box. */
  export interface VoteOpened {
    type: "VoteOpened";
    seat: number;
    number: number;
    electors: number[];
  }

  /** A vote is closed: what was cast, and whether the point is given. */
  export interface Ruled {
    type: "Ruled";
    seat: number;
    number: number;
    vote: Rules.Vote;
    met: boolean;
  }

  /** A seat has seen enough, or objects to nothing more. */
  export interface IsReady {
    type: "IsReady";
    seat: number;
  }

  /** The points of a round, and the scene it was about. */
  export interface Scored {
    type: "Scored";
    points: number[];
    card: number;
  }

  /** What a seat or a spectator knows of a game of Duplik. */
  export interface View {
    type: "View";
    phase: string;
    clock: Rules.Clock;
    holders: Rules.Holder[];
    opening: Rolled[];
    round: number;
    rounds: number;
    scores: number[][];
    portrayer: number;
    titled: boolean;
    golden: number | null;
    cards: number[];
    scenes: number[];
    lines: Line[];
    done: number[];
    canvases: string[];
    evaluators: Assigned[];
    read: number[];
    rows: Box[][];
    portrayed: boolean[];
    opinions: Opinion[];
    dispute: Voting | null;
    ready: number[];
    outcome: Rules.Outcome | null;
  }

  /** A checkbox of a canvas: the evaluator's answer, whether it went to a vote, and what the vote said. */
  export interface Box {
    type: "Box";
    seat: number;
    answer: "yes" | "no" | "uncertain" | null;
    disputed: boolean;
    ruling: boolean | null;
  }

  /**
   * The artists vote on one box.
   *
   * Attributes:
   *     people: the seats whose votes decide if they cast any (D1.23); None when all votes are equal.
   *     call, left: the last call that was interrupted, and what was left of its time.
   */
  export interface Voting {
    type: "Voting";
    seat: number;
    number: number;
    vote: Rules.Vote;
    people: number[] | null;
    call: LastCall | null;
    left: number | null;
  }

  /** All criteria are read: the last time to object, to any No that has not been to a vote (D1.19). */
  export interface LastCall {
    type: "LastCall";
    ready: number[];
  }
}

export declare namespace SplitPersonality {
  /**
   * A game's options.
   *
   * Attributes:
   *     people: entries in the list of people.
   *     rounds: 1 to 6.
   *     starter: the seat that starts, or None for lots (D0.3).
   *     free_text: whether people may be written freely.
   *     sealed: all guess shut, then all guesses are opened at once (D2.13).
   *     continuation_marks: whether the second artist sees where lines meet the fold (D2.7).
   *     timers: soft limits (D0.9).
   *     stretch: factor on every time given to people.
   */
  export interface Config {
    people: number;
    rounds: number;
    starter: number | null;
    free_text: boolean;
    sealed: boolean;
    continuation_marks: boolean;
    timers: boolean;
    stretch: number;
  }

  export type Action =
    | ChoosePerson
    | WritePerson
    | RunPointer
    | StopPointer
    | Go
    | Stop
    | Rules.Guess
    | Rules.Pass
    | Report
    | Accept
    | Decline
    | Rules.Ready;

  export type Event =
    | Dealt
    | HasWritten
    | Pointer
    | Began
    | ToDraw
    | Stopped
    | Presented
    | Lettering
    | Reported
    | Banned
    | Rules.HasGuessed
    | Rules.Missed
    | Rules.Nears
    | Shown
    | Scored
    | Rules.Held
    | Rules.ClockSet
    | Rules.Outcome;

  /** Write a person of one's hand, or of the table, on one's sheet. */
  export interface ChoosePerson {
    type: "ChoosePerson";
    person: Listed | Seated;
  }

  /** A person of the list, by number. */
  export interface Listed {
    type: "Listed";
    card: number;
  }

  /** Someone at the table: the answer is the name of the seat (D2.4). */
  export interface Seated {
    type: "Seated";
    seat: number;
  }

  /** Write a person of one's own on one's sheet. */
  export interface WritePerson {
    type: "WritePerson";
    text: string;
  }

  /** Let a pointer run along one's hand until the left neighbour says Stop (D2.10). */
  export interface RunPointer {
    type: "RunPointer";
  }

  /** Stop the pointer of the right neighbour. */
  export interface StopPointer {
    type: "StopPointer";
  }

  /** The start seat lets a half begin. */
  export interface Go {
    type: "Go";
  }

  /** One's half is done; it cannot be taken back (D2.9). */
  export interface Stop {
    type: "Stop";
  }

  /** This portrait has letters or digits in it (D2.6). */
  export interface Report {
    type: "Report";
  }

  /** An artist takes the near guess of a seat as right (D2.16). */
  export interface Accept {
    type: "Accept";
    seat: number;
  }

  /** An artist takes no near guess as right. */
  export interface Decline {
    type: "Decline";
  }

  /** To the seat alone: the people of the list to choose from. */
  export interface Dealt {
    type: "Dealt";
    hand: number[];
  }

  /** A seat's sheet has a person on it. */
  export interface HasWritten {
    type: "HasWritten";
    seat: number;
  }

  /** A pointer that runs along a seat's hand since a time, from a place of chance; told to all (D2.10). */
  export interface Pointer {
    type: "Pointer";
    seat: number;
    since: number;
    place: number;
  }

  /** A half begins. */
  export interface Began {
    type: "Began";
    half: "left" | "right";
  }

  /** To the seat alone: the person on the sheet before it. */
  export interface ToDraw {
    type: "ToDraw";
    person: Listed | Written | Seated;
  }

  /** A person written freely. */
  export interface Written {
    type: "Written";
    text: string;
  }

  /** A seat has stopped drawing. */
  export interface Stopped {
    type: "Stopped";
    seat: number;
  }

  /** A sheet is unfolded. */
  export interface Presented {
    type: "Presented";
    sheet: number;
  }

  /** REFEREE, and told to all: whether the portrait on the table seems to have letters or digits (D2.6). */
  export interface Lettering {
    type: "Lettering";
    seen: boolean;
  }

  /** A seat says that there are letters or digits in the portrait (D2.6). */
  export interface Reported {
    type: "Reported";
    seat: number;
  }

  /** Most of those who are no artists found letters or digits: nobody wins the portrait (D2.6). */
  export interface Banned {
    type: "Banned";
    sheet: number;
  }

  /** The person on a sheet, and who won the portrait. */
  export interface Shown {
    type: "Shown";
    sheet: number;
    person: Listed | Written | Seated;
    winner: number | null;
  }

  /** The points of a round. */
  export interface Scored {
    type: "Scored";
    points: number[];
  }

  /** What a seat or a spectator knows of a game of Split Personality. */
  export interface View {
    type: "View";
    phase: string;
    clock: Rules.Clock;
    holders: Rules.Holder[];
    round: number;
    rounds: number;
    scores: number[][];
    start: number;
    hand: number[];
    person: Listed | Written | Seated | null;
    pointers: Pointer[];
    written: number[];
    half: "left" | "right" | null;
    stopped: number[];
    sheet: number | null;
    canvases: string[];
    guessed: number[];
    missed: Rules.Missed[];
    nears: Rules.Attempt[];
    reports: number[];
    lettering: boolean | null;
    silent: number[];
    portraits: Portrait[];
    outcome: Rules.Outcome | null;
  }

  /** A portrait that was presented: whose sheet it is and who won it; nobody: it lies between the artists. */
  export interface Portrait {
    type: "Portrait";
    sheet: number;
    winner: number | null;
  }
}

export declare namespace Artbox {
  /**
   * A game's options.
   *
   * Attributes:
   *     words: cards in the deck.
   *     groups: the group of each word; words of one group are synonyms and never lie in one row (D3.4).
   *         Empty: no two are.
   *     decoys: further words in the row, 0 to 6 (D3.2).
   *     starter: the seat that starts, or None for lots (D0.3).
   *     timers: soft limits (D0.9); the hourglass always runs.
   *     stretch: factor on every time given to people.
   */
  export interface Config {
    words: number;
    groups: number[];
    decoys: number;
    starter: number | null;
    timers: boolean;
    stretch: number;
  }

  export type Action =
    | Keep
    | Roll
    | HandIn
    | Assign
    | Finish
    | Rules.Ready;

  export type Event =
    | Dealt
    | Kept
    | HasKept
    | Rolled
    | Checked
    | Token
    | Withdrawn
    | Laid
    | Assign
    | Finished
    | Scored
    | Rules.Held
    | Rules.ClockSet
    | Rules.Outcome;

  /** Keep one of the two words dealt; the other goes under the deck. */
  export interface Keep {
    type: "Keep";
    word: number;
  }

  /** The start seat rolls the four dice. */
  export interface Roll {
    type: "Roll";
  }

  /** The drawing is done: take the lowest number left. */
  export interface HandIn {
    type: "HandIn";
  }

  /** Put a word to a drawing in one's own draft, which is told to oneself; the word leaves any other drawing. */
  export interface Assign {
    type: "Assign";
    place: number;
    word: number;
  }

  /** One's draft is final; the first one turns the hourglass. */
  export interface Finish {
    type: "Finish";
  }

  /** To the seat alone: the two words to choose from. */
  export interface Dealt {
    type: "Dealt";
    words: number[];
  }

  /** To the seat alone: its word, chosen or by lot. */
  export interface Kept {
    type: "Kept";
    word: number;
  }

  /** A seat has kept one of its words. */
  export interface HasKept {
    type: "HasKept";
    seat: number;
  }

  /** The dice, one for each shape card. */
  export interface Rolled {
    type: "Rolled";
    faces: number[];
  }

  /** REFEREE: whether a seat's drawing uses each rolled shape, and nothing else (D3.5, D3.7); told to that seat. */
  export interface Checked {
    type: "Checked";
    seat: number;
    valid: boolean;
  }

  /** A number and who took it. */
  export interface Token {
    type: "Token";
    seat: number;
    number: number;
  }

  /** Time was up and the seat's drawing was not valid (D3.9). */
  export interface Withdrawn {
    type: "Withdrawn";
    seat: number;
  }

  /** The drawings lie on their places, the words beside them. */
  export interface Laid {
    type: "Laid";
    places: number;
    row: number[];
  }

  /** A seat's draft is final. */
  export interface Finished {
    type: "Finished";
    seat: number;
  }

  /** What lay at each place, and the points of the round. */
  export interface Scored {
    type: "Scored";
    places: number[];
    words: number[];
    counts: Counts;
    points: number[];
  }

  /** Of a round, by seat: how many matched its drawing, how many drawings it matched, and its token. */
  export interface Counts {
    type: "Counts";
    matched: number[];
    matches: number[];
    tokens: number[];
  }

  /** What a seat or a spectator knows of a game of ArtBox. */
  export interface View {
    type: "View";
    phase: string;
    clock: Rules.Clock;
    holders: Rules.Holder[];
    round: number;
    target: number;
    scores: number[][];
    start: number;
    dealt: number[];
    word: number | null;
    kept: number[];
    faces: number[];
    valid: boolean;
    tokens: Token[];
    canvases: string[];
    row: number[];
    own_place: number | null;
    draft: (number | null)[];
    done: number[];
    authors: number[];
    words: number[];
    drafts: ((number | null)[])[];
    counts: Counts | null;
    outcome: Rules.Outcome | null;
  }
}

export declare namespace Dekalko {
  /**
   * A game's options.
   *
   * Attributes:
   *     cards: pictures in the deck; none is used twice in a game (D4.19).
   *     timers: soft limits; without them phases last until people act (D0.9).
   *     stretch: factor on every time given to people.
   *     void_below: trace precision under which the table is asked to void a cover (D4.5).
   */
  export interface Config {
    cards: number;
    timers: boolean;
    stretch: number;
    void_below: number;
  }

  export type Action =
    | TakeCover
    | Rules.Guess
    | Rules.Pass
    | Accept
    | Decline
    | VoteVoid
    | Rules.Ready;

  export type Event =
    | Dealt
    | Taken
    | Revealed
    | Traced
    | VoteOpened
    | Rules.Ballot
    | Ruled
    | Rules.HasGuessed
    | Rules.Missed
    | Rules.Nears
    | Shown
    | Scored
    | Rules.Held
    | Rules.ClockSet
    | Rules.Outcome;

  /** The tracing is done: take the highest cover left and be locked. */
  export interface TakeCover {
    type: "TakeCover";
  }

  /** The artist takes a near guess as right (D4.13). */
  export interface Accept {
    type: "Accept";
    seat: number;
  }

  /** The artist takes no near guess as right. */
  export interface Decline {
    type: "Decline";
  }

  /** A vote on voiding the cover of a tracing that is not one. */
  export interface VoteVoid {
    type: "VoteVoid";
    void: boolean;
  }

  /** To the seat alone: the picture to trace. */
  export interface Dealt {
    type: "Dealt";
    card: number;
  }

  /** A cover and who took it. */
  export interface Taken {
    type: "Taken";
    seat: number;
    cover: number;
  }

  /** A tracing is turned up. */
  export interface Revealed {
    type: "Revealed";
    seat: number;
  }

  /** REFEREE: the share of a finished tracing that follows the picture, 0..1; told once it is revealed (D4.5). */
  export interface Traced {
    type: "Traced";
    seat: number;
    precision: number;
  }

  /** The table is asked whether to void the cover of a tracing that hardly follows its picture (D4.5). */
  export interface VoteOpened {
    type: "VoteOpened";
    seat: number;
    precision: number;
    electors: number[];
  }

  /** A vote is closed: what was cast, and whether the cover is void. */
  export interface Ruled {
    type: "Ruled";
    seat: number;
    vote: Rules.Vote;
    void: boolean;
  }

  /** The picture under a tracing, who won it, and the cover the artist keeps. */
  export interface Shown {
    type: "Shown";
    seat: number;
    card: number;
    winner: number | null;
    cover: number | null;
  }

  /** The points of a round. */
  export interface Scored {
    type: "Scored";
    points: number[];
  }

  /** What a seat or a spectator knows of a game of Dekalko. */
  export interface View {
    type: "View";
    phase: string;
    clock: Rules.Clock;
    holders: Rules.Holder[];
    round: number;
    rounds: number;
    scores: number[][];
    covers_left: number[];
    taken: Taken[];
    artist: number | null;
    canvases: string[];
    card: number | null;
    guessed: number[];
    missed: Rules.Missed[];
    nears: Rules.Attempt[];
    vote: Rules.Vote | null;
    precision: Traced[];
    voided: number[];
    kept: Taken[];
    won: number[];
    winner: number | null;
    outcome: Rules.Outcome | null;
  }
}

export declare namespace QuickGuess {
  /** A game's options: words in the deck, rounds (1 to 12), timers and the factor on every time. */
  export interface Config {
    words: number;
    rounds: number;
    timers: boolean;
    stretch: number;
  }

  export type Action =
    | Rules.Ready
    | Skip;

  export type Event =
    | Announced
    | IsDone
    | Scored
    | Rules.Held
    | Rules.ClockSet
    | Rules.Outcome;

  /** Draw this word no further. */
  export interface Skip {
    type: "Skip";
  }

  /** The word of a round. */
  export interface Announced {
    type: "Announced";
    word: number;
  }

  /** A seat's drawing was recognised after that time, or (None) it draws this word no further. */
  export interface IsDone {
    type: "IsDone";
    seat: number;
    time: number | null;
  }

  /** One point for every seat that was recognised. */
  export interface Scored {
    type: "Scored";
    points: number[];
  }

  /** What a seat or a spectator knows of a game of Quick Guess. */
  export interface View {
    type: "View";
    phase: string;
    clock: Rules.Clock;
    holders: Rules.Holder[];
    round: number;
    rounds: number;
    word: number | null;
    times: (number | null)[];
    done: number[];
    canvases: string[];
    scores: number[][];
    outcome: Rules.Outcome | null;
  }
}

export declare namespace Rules {
  /** What a seat may do now: this action; this action with a text of its own; draw on this canvas. */
  export type Offer<Action> =
    | { type: "Choice"; action: Action; ai_from: number | null }
    | { type: "Write"; action: Action; field: string; longest: number }
    | { type: "Ink"; canvas: string };

  /** A seat has seen enough; a phase that waits for people ends when every person is ready. */
  export interface Ready {
    type: "Ready";
  }

  /** One elector's vote; None is an abstention said aloud. */
  export interface Ballot {
    type: "Ballot";
    seat: number;
    yes: boolean | null;
  }

  /** An open vote. The electorate is fixed when it opens (D1.21); a missing ballot is an abstention. */
  export interface Vote {
    type: "Vote";
    electors: number[];
    ballots: Ballot[];
  }

  /**
   * REFEREE: a seat is now held by a person, or by an AI (D0.6). Legal at any time until the game is over.
   *
   * Views show names, so the name of who holds the seat now comes with it; None keeps the one that is shown. Names are
   * never compared by the rules and change nothing else; whoever seats people checks them.
   */
  export interface Held {
    type: "Held";
    seat: number;
    person: boolean;
    name: string | null;
  }

  /** A phase has begun, or the deadline of this one was brought forward. */
  export interface ClockSet {
    type: "ClockSet";
    phase: string;
    clock: Clock;
  }

  /**
   * When the phase ends, and its number: a timer set for another epoch is stale.
   *
   * Attributes:
   *     epoch: rises with every phase.
   *     deadline: what everyone is shown; None when the phase has no timer.
   *     grace: how long after the deadline late actions may still arrive, dated before it.
   *     since: when the phase began.
   */
  export interface Clock {
    type: "Clock";
    epoch: number;
    deadline: number | null;
    grace: number;
    since: number;
  }

  /** The end of a game (D0.13): winners (several: shared victory, D0.5), points per seat and round, and why. */
  export interface Outcome {
    type: "Outcome";
    winners: number[];
    totals: number[];
    rounds: number[][];
    reason: string;
  }

  /** Who sits on a seat when the game starts: a shown name, and whether it is a person or an AI. */
  export interface Holder {
    type: "Holder";
    name: string;
    person: boolean;
  }

  /** The seat's only guess in this race. */
  export interface Guess {
    type: "Guess";
    text: string;
  }

  /** No guess in this race. */
  export interface Pass {
    type: "Pass";
  }

  /** A seat has used its guess; what it said comes with the result, or when it is known to be wrong. */
  export interface HasGuessed {
    type: "HasGuessed";
    seat: number;
  }

  /** A wrong guess, for all to see. */
  export interface Missed {
    type: "Missed";
    seat: number;
    text: string;
  }

  /** To the artists: the near guesses, of which they may take one as right. */
  export interface Nears {
    type: "Nears";
    attempts: Attempt[];
  }

  /** A seat's only guess, or its pass (text None); `kind` is None until the referee has answered. */
  export interface Attempt {
    type: "Attempt";
    seat: number;
    text: string | null;
    at: number;
    kind: "right" | "near" | "wrong" | null;
  }
}
