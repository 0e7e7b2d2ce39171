import { cancelLink } from '../../../money/checkout/links/cancel-link.ts'
import { endOfLink } from '../../../money/checkout/links/link-end.ts'
import { getLink, listLinks, resendLink } from '../../../money/checkout/links/links.ts'
import { makeLink } from '../../../money/checkout/links/make-link.ts'
import { type LinkStatus, linkStatusOf, type PaymentLink } from '../../../money/checkout/links/payment-link.ts'
import { drawPicture } from '../../../money/checkout/qr-code.ts'
import { refusals as checkoutRefusals } from '../../../money/checkout/refusals.ts'
import { newSecretId, parseId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findStoreByCode } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { discloseLink } from '../../back-office/disclosure/disclose-link.ts'
import { readOffset } from '../day-filter.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { addressOfLink, customersBase, payAddress } from './link-address.ts'
import { blankLink, isLinkFor, type LinkForm, type LinkProblems, readLinkCheckout, readLinkForm } from './link-form.ts'
import { askCancel, linkPage } from './views/link.ts'
import { linksPage } from './views/links.ts'
import { newLinkPage } from './views/new-link.ts'

/** Payment links for orders without a shop's program: make, show, send and cancel. */
export const links: Section = {
  pages: [
    { path: '/links', permission: 'see_payments', view: viewLinks },
    { path: '/links/new', permission: 'make_links', view: viewNewLink },
    { path: '/links/:id', permission: 'see_payments', view: viewLink },
    { path: '/links/:id/qr.png', isFile: true, permission: 'see_payments', view: viewLinkPicture },
  ],
  forms: [
    { path: '/links', permission: 'make_links', submit: submitLink },
    { path: '/links/:id/send', permission: 'make_links', submit: submitSend },
    { path: '/links/:id/cancel', permission: 'make_links', submit: submitCancel },
  ],
}

const pageSize = 50

/** Lists the payment links. */
export async function viewLinks(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const offset = readOffset(visit.query('offset'))
  const [page, times] = await Promise.all([listLinks(app, actor, { limit: pageSize, offset }), storeTimesOf(visit)])
  const links = page.links.map((link) => discloseLink(visit, link))
  return linksPage(visit, { ...page, links, offset, pageSize, times })
}

/** Shows one payment link. */
export async function viewLink(visit: Visit): Promise<Answer> {
  const link = discloseLink(visit, await getLink(visit.app, visit.actor, visit.id))
  return linkPage(visit, link, { done: visit.query('done') })
}

/** Sends the link's QR code. Throws 404 once the link cannot be paid. */
export async function viewLinkPicture(visit: Visit): Promise<Answer> {
  const { app, actor, id } = visit
  const link = await getLink(app, actor, id)
  if (linkStatusOf(link, nowFor(app, actor)) !== 'open') throw refusals.noSuchPage()
  return { file: { name: `link-${id}.png`, type: 'image/png', body: await drawPicture(payAddress(visit, link)) } }
}

/** Shows the form for a new link. `from` in the address: prefilled from an earlier link. */
export async function viewNewLink(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const from = parseId(visit.query('from') ?? '')
  const form = from === undefined ? blankLink : await formLike(visit, from)
  return newLinkPage(visit, { form: { ...form, link: newSecretId() }, stores, problems: {} })
}

async function formLike({ app, actor }: Visit, id: string): Promise<LinkForm> {
  const { session } = await getLink(app, actor, id)
  const { amountMinor, currency, order, orderReference } = session.payment
  const { name, email, phone } = order.buyer
  return {
    ...{ ...blankLink, merchantCode: session.merchantCode, amount: formatAmount(amountMinor, currency) },
    ...{ order: orderReference, description: order.description, name, email, phone, lang: session.lang },
  }
}

/** Makes a link for the typed order. A repeated form makes none; with another order, it shows the first link. */
export async function submitLink(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const form = readLinkForm(fields)
  const stores = await listStores(app, actor.merchantId)
  const store = form.merchantCode === '' ? stores[0] : findStoreByCode(stores, form.merchantCode)
  const id = parseId(form.link)
  if (store === undefined || id === undefined) return { goTo: visit.address('links/new') }
  const { currency } = store
  const times = { now: nowFor(app, actor), currency, unfinishedDays: app.config.unfinishedDays }
  const endsAt = endOfLink(form.life, form.endsOn, times)
  const request = readLinkCheckout(form, store, endsAt)
  if (endsAt === undefined || !('amountMinor' in request)) {
    const problems: LinkProblems = 'amountMinor' in request ? {} : request
    return { ...newLinkPage(visit, { form, stores, problems }), status: 422 }
  }
  const isNew = await makeLink(app, actor, store, request, { id, endsAt }, (tx, session) =>
    note(visit, 'make_link', { id, session }, tx),
  )
  const link = await getLink(app, actor, id)
  if (!isNew && !isLinkFor(link, store, request)) {
    const shown = { form: { ...form, link: newSecretId() }, stores, problems: {}, made: discloseLink(visit, link) }
    return { ...newLinkPage(visit, shown), status: 409 }
  }
  return { goTo: addressOfLink(visit, id, 'make') }
}

/** Sends a link to the customer's phone. A second press sends nothing. */
export async function submitSend(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const link = await getLink(app, actor, id)
  const expectedSends = Number(/^\d{1,6}$/.exec(fields['sends_seen'] ?? '')?.[0] ?? -1)
  try {
    await resendLink(app, actor, id, expectedSends, customersBase(visit))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const now = discloseLink(visit, await getLink(app, actor, id))
    return { ...linkPage(visit, now, { refused: error }), status: statusFor(error) }
  }
  await note(visit, 'send_link', link)
  return { goTo: addressOfLink(visit, id, 'send') }
}

function statusFor({ kind }: Refusal): number {
  if (kind === 'too_many_requests') return 429
  return kind === 'conflict' ? 409 : 422
}

/** Cancels a link after a confirmation. If it has ended, the page shows how. */
export async function submitCancel(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const link = await getLink(app, actor, id)
  const status = (of: PaymentLink): LinkStatus => linkStatusOf(of, nowFor(app, actor))
  const isOver = (of: PaymentLink): boolean => status(of) === 'ended' || status(of) === 'cancelled'
  if (isOver(link)) return { goTo: addressOfLink(visit, id, 'cancel') }
  if (status(link) !== 'open')
    return { ...linkPage(visit, discloseLink(visit, link), { refused: checkoutRefusals.finalized() }), status: 409 }
  if (!isConfirmed(fields)) return askCancel(visit, discloseLink(visit, link))
  try {
    await cancelLink(app, actor, id, (tx) => note(visit, 'cancel_link', link, tx))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const now = await getLink(app, actor, id)
    if (isOver(now)) return { goTo: addressOfLink(visit, id, 'cancel') }
    return { ...linkPage(visit, discloseLink(visit, now), { refused: error }), status: 409 }
  }
  return { goTo: addressOfLink(visit, id, 'cancel') }
}

async function note(
  visit: Visit,
  what: ActivityKind,
  link: Pick<PaymentLink, 'id' | 'session'>,
  on?: Queryable,
): Promise<void> {
  const { amountMinor, currency, id } = link.session.payment
  const details = { amount: formatAmount(amountMinor, currency), currency, payment_id: id }
  await recordDone(visit, { what, onKind: 'link', onId: link.id, details }, on)
}
