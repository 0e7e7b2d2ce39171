import type { FastifyRequest } from 'fastify'
import { type MerchantId, parseId } from '../../platform/base/ids.ts'
import { hour, type Instant } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { getActor, getMerchant } from '../../platform/merchants/merchants.ts'
import { findOpenedAt, openForReason, type Opening } from '../../platform/people/openings.ts'
import type { ImpersonationView, Look } from '../back-office/impersonation-view.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { isolated } from '../../platform/ui/words/lang.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { caseOfPayment, isOpened, reasonIn } from './personal.ts'
import { refusals } from './refusals.ts'
import { idIn, readVisit } from './visit.ts'
import { momentOfMachine } from './words/words.ts'

/** Seeing a merchant's dashboard, for an hour. The pages are the dashboard's. */
export const asMerchant: Section = { pages: [], forms: [{ path: '/merchants/:id/look', submit: submitLook }] }

async function submitLook(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, id, address } = visit
  const { merchantId } = await getMerchant(app, id)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: address(`merchants/${id}`, { reason: 'missing' }) }
  await openForReason(app, session, lookAt(merchantId), reason)
  return { goTo: address(`merchants/${id}/dashboard`) }
}

/** Where support looks at a merchant's dashboard: read only, for an hour, without who has bought. */
export function impersonationViewOf(api: Api, parts: SupportParts): ImpersonationView {
  return {
    path: '/support/merchants/:merchant/dashboard',
    look: (request) => look(readVisit(api, parts, request), request),
  }
}

async function look(visit: SupportVisit, request: FastifyRequest): Promise<Look> {
  const { app, session, address } = visit
  const merchantId = idIn(request, 'merchant')
  const begunAt = await findOpenedAt(app, session, lookAt(merchantId))
  if (begunAt === undefined || isOver(begunAt, app.clock.now())) throw refusals.notLooking()
  const merchant = await getMerchant(app, merchantId)
  const { clockOffsetMs } = await getActor(app, merchantId, visit.principal)
  const base = address(`merchants/${merchantId}/dashboard`)
  return {
    base,
    session: sessionFor(visit, { ...merchant, clockOffsetMs }),
    band: Band({ visit, name: merchant.name, merchantId, until: begunAt + lookMs }),
    mayReadPersonal: await isCaseOpened(visit, merchantId, request, base),
  }
}

// Who sees everything that is read and sends nothing. It has no token: no form that it were shown would be taken.
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
  return html`<aside class="band" aria-label=${texts.lookPanel}>
    <p>
      <strong>${texts.lookingAs(isolated(name), momentOfMachine(words, until))}</strong>${' '}
      ${texts.lookingHidden} <a href=${address(`merchants/${merchantId}`)}>${texts.stopLooking}</a>
    </p>
  </aside>`
}

// Only the page of a payment whose case was opened shows personal data.
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

/** For so long a merchant is looked at, once a reason was given. */
const lookMs = hour

/** Seeing a merchant's dashboard as its people do. */
function lookAt(merchantId: MerchantId): Opening {
  return { what: 'see_as_merchant', onKind: 'merchant', onId: merchantId, merchantId, subject: merchantId }
}

/** Whether one that was begun then is over. */
function isOver(begunAt: Instant, now: Instant): boolean {
  return now >= begunAt + lookMs
}
