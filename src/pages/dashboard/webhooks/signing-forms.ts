import { newOrderedId, parseId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { rotateSigningSecret } from '../../../platform/webhooks/secrets/rotate-signing-secret.ts'
import { listSigningSecrets, stopSigning } from '../../../platform/webhooks/secrets/signing-secrets.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'

/** Signs a store's events with a new secret, which is shown this once, after it was asked. */
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

/** Ends the signing of a store's events, once that was asked. */
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

// The same form sent again made nothing: what it made was shown.
function orShownBefore(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'conflict') return undefined
  throw error
}
