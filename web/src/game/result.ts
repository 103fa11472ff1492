/** Results as people write them. */

/** "1 – 0", "½ – ½". */
export const resultText = (result: string): string => result.replaceAll('1/2', '½').replace('-', ' – ');
