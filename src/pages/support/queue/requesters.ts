import type { PersonId } from '../../../platform/base/ids.ts'
import { namesOf } from '../../../platform/people/names.ts'
import type { SupportVisit } from '../page.ts'

/** The names of agents, by id. An agent without a name is not in it. */
export type AgentNames = ReadonlyMap<PersonId, string>

/** A request of an agent that another agent confirms. */
export interface AgentRequest {
  readonly requestedBy: { readonly id: PersonId }
}

/** Returns the names of the agents who made these requests. */
export function namesOfRequesters({ app }: SupportVisit, requests: readonly AgentRequest[]): Promise<AgentNames> {
  const ids = requests.map(({ requestedBy }) => requestedBy.id)
  return namesOf(app, 'support', ids)
}
