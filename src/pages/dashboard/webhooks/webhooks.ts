import { newOrderedId, parseId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { listDeliveryFigures } from '../../../platform/webhooks/endpoints/delivery-figures.ts'
import { rotateSigningSecret } from '../../../platform/webhooks/secrets/rotate-signing-secret.ts'
import {
  listMerchantSecrets,
  listSigningSecrets,
  stopSigning,
} from '../../../platform/webhooks/secrets/signing-secrets.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { submitResend, submitTestEvent, viewDelivery } from './delivery-forms.ts'
import { listOwnWebhooks } from './own-webhooks.ts'
import { submitReplay, submitStopReplay, viewReplay } from './replay-forms.ts'
import { viewWebhook } from './view-webhook.ts'
import { webhooksPage } from './views/webhooks.ts'
import { submitEnable, submitRegister, submitRemove, submitReplace, viewNewWebhook } from './webhook-forms.ts'

/** Webhooks: their addresses, their deliveries, and the signing of events. */
export const webhooks: Section = {
  pages: [
    { path: '/webhooks', permission: 'see_webhooks', view: viewWebhooks },
    { path: '/webhooks/new', permission: 'change_webhooks', view: viewNewWebhook },
    { path: '/webhooks/:id', permission: 'see_webhooks', view: viewWebhook },
    { path: '/webhooks/:id/events/:event', permission: 'see_webhooks', view: viewDelivery },
    { path: '/webhooks/:id/replays/:replay', permission: 'see_webhooks', view: viewReplay },
  ],
  forms: [
    { path: '/webhooks', permission: 'change_webhooks', submit: submitRegister },
    { path: '/webhooks/signing/rotate', permission: 'change_webhooks', submit: submitRotate },
    { path: '/webhooks/signing/stop', permission: 'change_webhooks', submit: submitStop },
    { path: '/webhooks/:id/replace', permission: 'change_webhooks', submit: submitReplace },
    { path: '/webhooks/:id/remove', permission: 'change_webhooks', submit: submitRemove },
    { path: '/webhooks/:id/enable', permission: 'change_webhooks', submit: submitEnable },
    { path: '/webhooks/:id/test', permission: 'change_webhooks', submit: submitTestEvent },
    { path: '/webhooks/:id/replays', permission: 'change_webhooks', submit: submitReplay },
    { path: '/webhooks/:id/replays/:replay/stop', permission: 'change_webhooks', submit: submitStopReplay },
    { path: '/webhooks/:id/events/:event/resend', permission: 'change_webhooks', submit: submitResend },
  ],
}

/** Shows all webhooks of the mode with their health, and the signing secrets of each store. */
export async function viewWebhooks(visit: Visit): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const [webhooks, health, stores, times, secrets] = await Promise.all([
    listOwnWebhooks(visit),
    listDeliveryFigures(app, merchantId),
    listStores(app, merchantId),
    storeTimesOf(visit),
    listMerchantSecrets(app, merchantId),
  ])
  const signing = stores.map((store) => ({ store, secrets: secrets.get(store.id) ?? [] }))
  return webhooksPage(visit, { webhooks, health, signing, times, done: visit.query('done') })
}

/** Rotates a store's signing secret after a confirmation. The page shows the secret once. */
export async function submitRotate(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, words } = visit
  const { texts } = words
  const store = await findStore(visit, fields)
  const of = { merchantId: visit.session.merchantId, storeId: store.id }
  const isOn = (await listSigningSecrets(app, of)).length > 0
  const title = isOn ? texts.rotateSigning : texts.startSigning
  const id = parseId(fields['secret'] ?? '')
  if (!isConfirmed(fields) || id === undefined) {
    const sentence = isOn ? texts.askRotateSigning(store.name) : texts.askStartSigning(store.name)
    const sent = { store: store.id, secret: newOrderedId() }
    return askPage(visit, {
      title,
      sentence,
      label: title,
      to: 'webhooks/signing/rotate',
      back: 'webhooks',
      fields: sent,
    })
  }
  const secret = await rotateSigningSecret(app, of, undefined, id, noteOn(visit, 'rotate_signing', store)).catch(
    orShownBefore,
  )
  const shown = { title: texts.signingSecret, lead: texts.signingSecretLead(store.name), back: 'webhooks' }
  return secretPage(visit, { ...shown, secret })
}

/** Stops the signing of a store's events after a confirmation. */
export async function submitStop(visit: Visit, fields: Fields): Promise<Answer> {
  const { texts } = visit.words
  const store = await findStore(visit, fields)
  if (!isConfirmed(fields)) {
    const [title, sentence] = [texts.stopSigning, texts.askStopSigning(store.name)]
    const sent = { store: store.id }
    return askPage(visit, {
      title,
      sentence,
      label: title,
      to: 'webhooks/signing/stop',
      back: 'webhooks',
      fields: sent,
    })
  }
  const of = { merchantId: visit.session.merchantId, storeId: store.id }
  await stopSigning(visit.app, of, noteOn(visit, 'stop_signing', store))
  return { goTo: visit.address('webhooks', { done: 'stopped' }) }
}

function noteOn(visit: Visit, what: 'rotate_signing' | 'stop_signing', { id, merchantCode }: Store): WithChange {
  const details = { store: merchantCode }
  return (tx) => recordDone(visit, { what, onKind: 'store', onId: id, details }, tx)
}

async function findStore({ app, session }: Visit, fields: Fields): Promise<Store> {
  const store = (await listStores(app, session.merchantId)).find(({ id }) => id === fields['store'])
  if (store === undefined) throw refusals.noSuchPage()
  return store
}

// A repeated form makes no secret: the first answer has shown it.
function orShownBefore(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'conflict') return undefined
  throw error
}
