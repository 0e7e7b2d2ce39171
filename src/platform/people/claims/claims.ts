import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import { type Instant, minute } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { namesOf } from '../names.ts'
import type { SupportSession } from '../sessions/session.ts'
import { deleteClaim, deleteOwnClaim, listClaims, renewClaim, takeClaim } from '../store/claims.ts'

/** The kinds of items that an agent may take: what the page of the item shows. */
export const claimKinds = ['dispute', 'payment', 'merchant', 'erasure_request'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** An item of support's queue. */
export interface ClaimItem {
  readonly kind: ClaimKind
  readonly id: string
}

/** An agent works on an item. Times by the database's clock (docs/decisions/0043-times-that-machines-share.md). */
export interface Claim {
  readonly itemId: string
  readonly agentId: PersonId
  readonly email: string
  /** The agent's name, or the e-mail of an agent without one. */
  readonly name: string
  readonly takenAt: Instant
}

/** A claim ends by itself after this time without work. */
const leaseMs = 30 * minute

type Agent = Pick<SupportSession, 'personId' | 'email'>

/** Takes a free item. Returns false if a colleague has it. The agent's own claim stays as it is. */
export async function takeItem(app: App, agent: Agent, item: ClaimItem): Promise<boolean> {
  const rows = await app.db.run(takeClaim, { ...paramsOf(agent, item), holderId: null })
  return rows.length > 0 || (await findClaim(app, item.id))?.agentId === agent.personId
}

/**
 * Takes an item from this colleague. Returns false, and changes nothing, if another agent has it by now.
 * `inSameTransaction`: extra writes.
 */
export async function takeOverItem(
  app: App,
  agent: Agent,
  item: ClaimItem,
  holderId: string,
  inSameTransaction: WithChange,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const rows = await tx.run(takeClaim, { ...paramsOf(agent, item), holderId })
    if (rows.length > 0) await inSameTransaction(tx)
    return rows.length > 0
  })
}

function paramsOf({ personId, email }: Agent, { kind, id }: ClaimItem) {
  return { merchantId: allMerchants, itemId: id, kind, agentId: personId, agent: email, leaseMs }
}

/** Gives back an item. Does nothing if the agent does not have it. */
export async function giveBackItem(app: App, { personId: agentId }: Agent, id: string): Promise<void> {
  await app.db.run(deleteOwnClaim, { merchantId: allMerchants, itemId: id, agentId })
}

/** Ends the claim of an item that was decided. */
export async function endClaim(app: App, id: string): Promise<void> {
  await app.db.run(deleteClaim, { merchantId: allMerchants, itemId: id })
}

/** Returns the claim of an item; undefined if it is free. Work of the agent who has it extends the claim. */
export async function workOn(app: App, { personId: agentId }: Agent, id: string): Promise<Claim | undefined> {
  await app.db.run(renewClaim, { merchantId: allMerchants, itemId: id, agentId, leaseMs })
  return findClaim(app, id)
}

async function findClaim(app: App, id: string): Promise<Claim | undefined> {
  return (await listClaimsOf(app, [id])).get(id)
}

/** Returns the claims of these items, by the item's id. */
export async function listClaimsOf(app: App, ids: readonly string[]): Promise<ReadonlyMap<string, Claim>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db.run(listClaims, { merchantId: allMerchants, itemIds: [...new Set(ids)] })
  const names = await namesOf(
    app,
    'support',
    rows.map(({ agent_id }) => agent_id),
  )
  return new Map(
    rows.map(({ item_id: itemId, agent_id: agentId, agent: email, taken_at: takenAt }) => {
      return [itemId, { itemId, agentId, email, name: names.get(agentId) ?? email, takenAt }] as const
    }),
  )
}
