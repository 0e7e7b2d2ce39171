import { type Answer, type Caller, succeed } from '../../testkit/client.ts'

/** Sends a fault rule, valid or not. */
export const askForFault = (shop: Caller, rule: unknown): Promise<Answer> => shop.call('POST', '/sandbox/faults', rule)

/** Adds a valid fault rule and returns its id. */
export async function addFault(shop: Caller, rule: object): Promise<string> {
  return succeed(await askForFault(shop, rule)).body.fault.id
}

/** Lists the rules in the order in which they are tried. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered
export async function listFaults(shop: Caller): Promise<any[]> {
  return succeed(await shop.call('GET', '/sandbox/faults')).body.faults
}

/** Returns how often each rule has injected its fault. */
export async function hitsOf(shop: Caller): Promise<number[]> {
  return (await listFaults(shop)).map(({ hits }: { hits: number }) => hits)
}
