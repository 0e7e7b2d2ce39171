import type { Visit } from '../page.ts'

/** Returns the address of a dispute's page. `done`: the last act, which the page confirms. */
export function addressOfDispute(visit: Pick<Visit, 'address'>, id: string, done?: string): string {
  return visit.address(`disputes/${id}`, { done })
}

const parameters = ['status', 'created_at__gte', 'created_at__lte', 'page_token'] as const

/** Returns the list's query. Forms and confirmations keep it, so that they lead back to the same place. */
export function listQueryOf({ query }: Pick<Visit, 'query'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(parameters.map((name) => [name, query(name) || undefined]))
}
