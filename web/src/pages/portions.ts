/** A long text of games in parts that the server takes at once. */

/** How much is sent at once: fewer bytes and fewer games than the server takes. */
const MOST_LETTERS = 300_000;
const MOST_GAMES = 800;

/** Cuts where a game seems to begin: at an event after an empty line. What cannot be cut stays whole. */
export function portions(text: string, mostLetters = MOST_LETTERS, mostGames = MOST_GAMES): string[] {
  const parts: string[] = [];
  let games: string[] = [];
  let letters = 0;
  for (const game of text.split(/\n\s*\n(?=\[Event ")/)) {
    if (games.length > 0 && (letters + game.length > mostLetters || games.length === mostGames)) {
      parts.push(games.join('\n\n'));
      [games, letters] = [[], 0];
    }
    games.push(game);
    letters += game.length;
  }
  return [...parts, games.join('\n\n')];
}

/** The text of a file: UTF-8, or, as files of games often still are, what Windows wrote in the west. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What is wrong with a game, without the place in a text that nobody sees as it was sent. */
export const withoutPlace = (message: string): string => message.replace(/^\d+:\d+: /, '');
