import type { FastifyRequest } from 'fastify'
import { type MerchantId, parseId } from '../../platform/base/ids.ts'
import { hour, type Instant } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { getActor, getMerchant } from '../../platform/merchants/merchants.ts'
import { findOpenedAt, type Opening, openForReason } from '../../platform/people/openings.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { isolated } from '../../platform/ui/words/lang.ts'
import type { ImpersonationView, ImpersonationVisit } from '../back-office/impersonation-view.ts'
import { idIn } from '../back-office/visit.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { caseOfPayment, isOpened, reasonIn } from './personal.ts'
import { refusals } from './refusals.ts'
import { readVisit } from './visit.ts'
import { momentInUtc } from './words/words.ts'

/** The form that starts the impersonation view. The pages of the view are the dashboard's. */
export const impersonation: Section = {
  pages: [],
  forms: [{ path: '/merchants/:id/look', submit: submitImpersonation }],
}

async function submitImpersonation(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, id, address } = visit
  const { merchantId } = await getMerchant(app, id)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: address(`merchants/${id}`, { reason: 'missing' }) }
  await openForReason(app, session, impersonationOf(merchantId), reason)
  return { goTo: address(`merchants/${id}/dashboard`) }
}

/**
 * Returns the impersonation view: a merchant's dashboard, read-only, for an hour, without personal data of customers.
 */
export function impersonationViewOf(api: Api, parts: SupportParts): ImpersonationView {
  return {
    path: '/support/merchants/:merchant/dashboard',
    readVisit: (request) => readImpersonation(readVisit(api, parts, request), request),
  }
}

async function readImpersonation(visit: SupportVisit, request: FastifyRequest): Promise<ImpersonationVisit> {
  const { app, session, address } = visit
  const merchantId = idIn(request, 'merchant')
  const begunAt = await findOpenedAt(app, session, impersonationOf(merchantId))
  if (begunAt === undefined || isOver(begunAt, app.clock.now())) throw refusals.notImpersonating()
  const merchant = await getMerchant(app, merchantId)
  const { clockOffsetMs } = await getActor(app, merchantId, visit.principal)
  const base = address(`merchants/${merchantId}/dashboard`)
  return {
    base,
    session: sessionFor(visit, { ...merchant, clockOffsetMs }),
    band: Band({ visit, name: merchant.name, merchantId, until: begunAt + impersonationMs }),
    mayReadPersonal: await isCaseOpened(visit, merchantId, request, base),
  }
}

// An analyst may read everything and change nothing. Without a secret, no form of the page has a valid token.
function sessionFor(
  { session }: SupportVisit,
  merchant: Pick<MerchantSession, 'merchantId' | 'region' | 'clockOffsetMs'> & { readonly name: string },
): MerchantSession {
  const { name: merchantName, merchantId, region, clockOffsetMs } = merchant
  return {
    ...session,
    ...{ backOffice: 'dashboard', secret: '', role: 'analyst', merchantId, merchantName, region, clockOffsetMs },
    merchants: [],
  }
}

interface BandProps {
  readonly visit: SupportVisit
  readonly name: string
  readonly merchantId: MerchantId
  readonly until: number
}

function Band({ visit, name, merchantId, until }: BandProps): Content {
  const { words, address } = visit
  const { texts } = words
  return html`<aside class="band" aria-label=${texts.impersonationPanel}>
    <p>
      <strong>${texts.impersonatedAs(isolated(name), momentInUtc(words, until))}</strong>${' '}
      ${texts.impersonationHides} <a href=${address(`merchants/${merchantId}`)}>${texts.endImpersonation}</a>
    </p>
  </aside>`
}

// Personal data is disclosed on the page of a payment only, and only if the agent has opened its case.
async function isCaseOpened(
  visit: SupportVisit,
  merchantId: MerchantId,
  { url }: FastifyRequest,
  base: string,
): Promise<boolean> {
  const [mode, section, typed = ''] = (url.slice(base.length + 1).split('?')[0] ?? '').split('/')
  const id = section === 'payments' ? parseId(typed) : undefined
  return id !== undefined && isOpened(visit, caseOfPayment({ id, merchantId, isTest: mode === 'test' }))
}

/** Length of an impersonation view. */
const impersonationMs = hour

/** Returns the opening that the log has of an impersonation view. */
function impersonationOf(merchantId: MerchantId): Opening {
  return { what: 'see_as_merchant', onKind: 'merchant', onId: merchantId, merchantId, subject: merchantId }
}

/** Whether an impersonation view that began at `begunAt` is over. */
function isOver(begunAt: Instant, now: Instant): boolean {
  return now >= begunAt + impersonationMs
}
