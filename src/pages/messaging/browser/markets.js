// What the scripts need of the markets: country and decimals by currency. `../markets.ts` fills it in; a script in a
// shop's page begins with it.

/** @type {Record<string, { country: string, decimals: number }>} */
export const markets = {}
