import { allMerchants, type MerchantId, type PersonId } from '../../base/ids.ts'
import { day, type Instant } from '../../base/times.ts'
import type { Doer } from '../activities/activities.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { Role } from '../roles.ts'

export const invitationRules = {
  lifetimeMs: 7 * day,
  /** So many for one merchant in a day: a mailbox is not to be flooded from here. */
  perDay: 50,
} as const

/** Somebody who was asked to work at a back office and has not come yet. */
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

/** The address that an invitation's mail says. */
export function linkOf(baseUrl: string, backOffice: BackOffice, token: string): string {
  return `${baseUrl}${pathOf[backOffice]}/invitation?token=${token}`
}

/** Who changes a team: one of its admins, or whoever operates the service. */
export type TeamChanger = Doer & { readonly merchantId: MerchantId }

const nobody: PersonId = allMerchants

const atCommandLine = 'operator'

/** The operator at the command line, who is a person of no back office. */
export function operatorFor(merchantId: MerchantId, backOffice: BackOffice = 'dashboard'): TeamChanger {
  return { backOffice, personId: nobody, email: atCommandLine, address: '', requestId: '', merchantId }
}

/** Whether it is done at the command line, where nobody says who they are: it is no e-mail. */
export function isAtCommandLine({ email }: Pick<Doer, 'email'>): boolean {
  return email === atCommandLine
}

export function isOperator({ personId }: Pick<Doer, 'personId'>): boolean {
  return personId === nobody
}
