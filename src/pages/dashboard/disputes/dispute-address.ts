import type { Visit } from '../page.ts'

/** The address of a dispute's page; `done`: what was done to it just now, which the page says. */
export function addressOfDispute(visit: Pick<Visit, 'address'>, id: string, done?: string): string {
  return visit.address(`disputes/${id}`, { done })
}

const parameters = ['status', 'created_at__gte', 'created_at__lte', 'page_token'] as const

/** What of the list was shown, as the address has it: kept through a form and the page that asks. */
export function listQueryOf({ query }: Pick<Visit, 'query'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(parameters.map((name) => [name, query(name) || undefined]))
}
