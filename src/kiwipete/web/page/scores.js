// Scores as text, as speech and as a share of the evaluation bar. All are from White's view.

/** "+0.34", "−1.20", "#5", "#−3". */
export function scoreText(score, digits = 2) {
  if (!score) return "";
  if (score.mate !== undefined && score.mate !== null) {
    if (score.mate === 0) return "#"; // mate is on the board
    return score.mate > 0 ? `#${score.mate}` : `#−${-score.mate}`;
  }
  const pawns = Math.abs(score.cp) / 100;
  const text = pawns >= 100 ? pawns.toFixed(0) : pawns.toFixed(pawns >= 10 ? 1 : digits);
  if (Number(text) === 0) return text;
  return (score.cp > 0 ? "+" : "−") + text;
}

/** The same for a screen reader. */
export function scoreSpeech(score) {
  if (!score) return "no evaluation";
  if (score.mate !== undefined && score.mate !== null) {
    if (score.mate === 0) return score.winner === "black" ? "Black has won" : "White has won";
    const moves = Math.abs(score.mate);
    return `${score.mate > 0 ? "White" : "Black"} mates in ${moves}`;
  }
  const pawns = Math.abs(score.cp) / 100;
  if (pawns < 0.005) return "equal";
  return `${score.cp > 0 ? "White" : "Black"} is better by ${pawns.toFixed(2)}`;
}

/** White's expected share in percent, 0 to 100. */
export function share(score) {
  if (!score) return 50;
  if (score.mate === 0) return score.winner === "black" ? 0 : 100;
  if (score.mate !== undefined && score.mate !== null) return score.mate > 0 ? 100 : 0;
  return 100 / (1 + Math.exp(-0.00368208 * score.cp));
}

const UNITS = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];

/** A count in three digits: "1.24 M", "980". */
export function short(count) {
  for (const [size, name] of UNITS) {
    if (count >= size) return `${(count / size).toPrecision(3)} ${name}`;
  }
  return String(count ?? 0);
}

/** A count with separators: "4,865,609". */
export const long = (count) => Number(count).toLocaleString("en");

/** Seconds as a clock: "1:02:03", "4:05", "9.4" below ten seconds. */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  const pad = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱",
  16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 36: "↑", 37: "↑", 40: "→", 41: "→",
  132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 146: "N",
};

/** The sign of a numeric annotation glyph. */
export const nagText = (nag) => GLYPHS[nag] ?? `$${nag}`;

const JUDGEMENTS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The sign of a judgement of the review. */
export const judgementText = (judgement) => JUDGEMENTS[judgement] ?? "";
