import { allMerchants, type MerchantId, type PersonId } from '../../base/ids.ts'
import { day, type Instant } from '../../base/times.ts'
import type { ActivityAuthor } from '../activities/activities.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { Role } from '../roles.ts'

export const invitationRules = {
  lifetimeMs: 7 * day,
  /** Invitations of one merchant per day. The limit protects mailboxes from floods. */
  perDay: 50,
} as const

/** An invitation to work in a back office. */
export interface Invitation {
  readonly merchantId: MerchantId
  readonly id: string
  readonly backOffice: BackOffice
  readonly email: string
  /** Undefined for support, which has no roles. */
  readonly role: Role | undefined
  readonly invitedBy: string
  readonly createdAt: Instant
  readonly endsAt: Instant
}

interface InvitationRow {
  readonly merchant_id: string
  readonly id: string
  readonly desk: string
  readonly email: string
  readonly role: string | null
  readonly invited_by: string
  readonly created_at: Instant
  readonly ends_at: Instant
}

export function invitationFrom(row: InvitationRow): Invitation {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    backOffice: row.desk as BackOffice,
    email: row.email,
    role: row.role === null ? undefined : (row.role as Role),
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    endsAt: row.ends_at,
  }
}

/** Returns the link of an invitation's mail. */
export function linkOf(baseUrl: string, backOffice: BackOffice, token: string): string {
  return `${baseUrl}${pathOf[backOffice]}/invitation?token=${token}`
}

/** The person who changes a team: one of its admins, an agent, or the operator at the command line. */
export type TeamChanger = ActivityAuthor & { readonly merchantId: MerchantId }

const nobody: PersonId = allMerchants

const atCommandLine = 'operator'

/** Returns the operator at the command line, who is no person of a back office. */
export function operatorFor(merchantId: MerchantId, backOffice: BackOffice = 'dashboard'): TeamChanger {
  return { backOffice, personId: nobody, email: atCommandLine, address: '', requestId: '', merchantId }
}

/** Whether the operator acts at the command line, without an e-mail. */
export function isAtCommandLine({ email }: Pick<ActivityAuthor, 'email'>): boolean {
  return email === atCommandLine
}

export function isOperator({ personId }: Pick<ActivityAuthor, 'personId'>): boolean {
  return personId === nobody
}
