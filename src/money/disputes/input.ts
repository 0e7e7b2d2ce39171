import type { Secrets } from '../../platform/adapters/secrets.ts'
import { type DisputeId, parseId } from '../../platform/base/ids.ts'
import { type Instant, parseInstant } from '../../platform/base/times.ts'
import type { Static } from '../../platform/http/type.ts'
import { maxAttachmentsPerSubmission } from './dispute.ts'
import type { ListRequest } from './dispute-lists.ts'
import { type PagePosition, parsePageToken } from './page-token.ts'
import { refusals } from './refusals.ts'
import type { ChallengeInput, EvidenceInput, ListQuery } from './schemas.ts'
import { type DisputeStatus, disputeStatuses } from './states.ts'
import type { Challenge, Evidence } from './transitions/merchant.ts'

/** Returns the page that a query asks for. Refuses an invalid status, date or token with 400 `bad_request`. */
export function readListRequest(secrets: Secrets, merchantId: string, query: Static<typeof ListQuery>): ListRequest {
  return {
    statuses: [query.statuses ?? []].flat().map(readStatus),
    createdFrom: readInstant(query.created_at_gte),
    createdTo: readInstant(query.created_at_lte),
    behind: readPageToken(secrets, merchantId, query.page_token),
  }
}

function readStatus(text: string): DisputeStatus {
  const status = disputeStatuses.find((known) => known === text)
  if (status === undefined) throw refusals.badRequest()
  return status
}

// If a client does not encode the `+` of an offset, it arrives as a space.
function readInstant(text: string | undefined): Instant | null {
  if (text === undefined) return null
  const at = parseInstant(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  if (at === undefined) throw refusals.badRequest()
  return at
}

// The last page has an empty token. A client that sends it starts with the first page.
function readPageToken(secrets: Secrets, merchantId: string, token: string | undefined): PagePosition | null {
  if (token === undefined || token === '') return null
  const position = parsePageToken(secrets, merchantId, token)
  if (position === undefined) throw refusals.badRequest()
  return position
}

/** Returns an id of a body. Refuses a text that is no UUID with 400 `bad_request`. */
export function readId(text: string): DisputeId {
  const id = parseId(text)
  if (id === undefined) throw refusals.badRequest()
  return id
}

/** Returns the attachments of a body, each once. Refuses more than 10, and a text that is no UUID. */
export function readAttachmentIds(ids: readonly string[] | null | undefined): readonly string[] {
  if ((ids?.length ?? 0) > maxAttachmentsPerSubmission) throw refusals.badRequest()
  return [...new Set((ids ?? []).map(readId))]
}

export function readChallenge(input: ChallengeInput): Challenge & { readonly disputeId: DisputeId } {
  return {
    disputeId: readId(input.dispute_id),
    reason: input.reason,
    description: input.description ?? '',
    amount: input.amount === null || input.amount === undefined ? null : String(input.amount),
    attachmentIds: readAttachmentIds(input.attachment_ids),
  }
}

export function readEvidence(input: Static<typeof EvidenceInput>): Evidence {
  return { content: input.content ?? '', attachmentIds: readAttachmentIds(input.attachment_ids) }
}
