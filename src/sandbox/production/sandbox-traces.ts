import type { SandboxTraces as MerchantTraces } from '../../merchants/sandbox-traces.ts'
import type { SandboxPeople } from '../../people/demo/count-sandbox-people.ts'

/** What a sandbox has left in a database and production must not have. */
export interface SandboxTraces extends MerchantTraces, SandboxPeople {
  /** Whether a journal is kept, or was. */
  readonly hasJournal: boolean
}

export function isClean({ merchants, clocks, people, invitations, hasJournal }: SandboxTraces): boolean {
  return merchants + clocks + people + invitations === 0 && !hasJournal
}

export function describeTraces({ merchants, clocks, people, invitations, hasJournal }: SandboxTraces): string {
  const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
  const parts = [
    ...(merchants > 0 ? [`working keys of ${some(merchants, 'demo or sandbox merchant')}`] : []),
    ...(clocks > 0 ? [`${some(clocks, 'merchant clock')} ahead of the time`] : []),
    ...(people > 0 ? [`${some(people, 'demo or sandbox sign-in')}`] : []),
    ...(invitations > 0 ? [some(invitations, 'open invitation')] : []),
    ...(hasJournal ? ["the sandbox's journal"] : []),
  ]
  return parts.join(', ')
}
