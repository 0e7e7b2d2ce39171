import { type Answer, type Caller, succeed } from '../../testkit/client.ts'

/** Asks for a rule, be it right or wrong. */
export const askForFault = (shop: Caller, rule: unknown): Promise<Answer> => shop.call('POST', '/sandbox/faults', rule)

/** Adds a rule, which must be right, and answers its id. */
export async function addFault(shop: Caller, rule: object): Promise<string> {
  return succeed(await askForFault(shop, rule)).body.fault.id
}

/** The rules as they are shown, in the order in which they are tried. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered
export async function listFaults(shop: Caller): Promise<any[]> {
  return succeed(await shop.call('GET', '/sandbox/faults')).body.faults
}

/** How often each rule has struck. */
export async function hitsOf(shop: Caller): Promise<number[]> {
  return (await listFaults(shop)).map(({ hits }: { hits: number }) => hits)
}
