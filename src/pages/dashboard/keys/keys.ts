import { parseId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { issueKey } from '../../../platform/merchants/keys/issue-key.ts'
import { revokeKey } from '../../../platform/merchants/keys/keys.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { chosenPermissions, listOwnKeys, maskedKey, offeredPermissions } from './own-keys.ts'
import { type KeysNotice, keysPage } from './views/keys.ts'

/** API keys, active and revoked. */
export const keys: Section = {
  pages: [{ path: '/keys', permission: 'see_keys', view: viewKeys }],
  forms: [
    { path: '/keys', permission: 'change_keys', submit: submitIssue },
    { path: '/keys/:id/revoke', permission: 'change_keys', submit: submitRevoke },
  ],
}

/** Shows the keys of the mode. */
export async function viewKeys(visit: Visit): Promise<Answer> {
  return showKeys(visit, { done: visit.query('done') })
}

/** Returns that page with the outcome of a form. */
export async function showKeys(visit: Visit, notice: KeysNotice): Promise<Answer> {
  return keysPage(visit, { keys: await listOwnKeys(visit), times: await storeTimesOf(visit), notice })
}

/**
 * Issues a key of the mode and shows it once. A repeated form issues none.
 * Throws 403 if the role may not give one of the permissions.
 */
export async function submitIssue(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, isTest, words } = visit
  const { texts } = words
  const kind = fields['kind'] === 'public' ? 'public' : 'secret'
  const name = (fields['name'] ?? '').trim()
  const id = parseId(fields['key'] ?? '')
  const permissions = kind === 'secret' ? chosenPermissions(fields) : undefined
  if (permissions?.some((permission) => !offeredPermissions(visit).includes(permission))) throw refusals.roleForbids()
  if (permissions?.length === 0) return { ...(await showKeys(visit, { isNothingChosen: true, fields })), status: 422 }
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
  const shown = { title: texts.keyKinds[kind], lead: texts.newKeyLead[kind], back: 'keys' }
  try {
    const request = {
      kind,
      isTest,
      name,
      ...(permissions && { permissions }),
      ...(id !== undefined && { id }),
    } as const
    const issued = await issueKey(app, session.merchantId, request, (tx, { id: onId, key }) => {
      const details = {
        name,
        kind,
        ...(permissions && { permissions: permissions.join(' ') }),
        last_four: key.slice(-4),
      }
      return recordDone(visit, { what: 'issue_key', onKind: 'key', onId, details }, tx)
    })
    return secretPage(visit, { ...shown, secret: issued.key })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.kind === 'conflict') return secretPage(visit, { ...shown, secret: undefined })
    if (error.kind === 'bad_data') return { ...(await showKeys(visit, { isNameWrong: true, fields })), status: 422 }
    throw error
  }
}

/** Revokes a key after a confirmation. */
export async function submitRevoke(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, words } = visit
  const { texts } = words
  const keys = await listOwnKeys(visit)
  const key = keys.find(({ id }) => id === visit.id)
  if (key === undefined) throw refusals.noSuchPage()
  if (key.revokedAt !== null) return { ...(await showKeys(visit, { isRevoked: true })), status: 409 }
  const { id, kind, name, lastFour, lastUsedAt } = key
  const isLast = !keys.some((other) => other.kind === kind && other.id !== id && other.revokedAt === null)
  if (!isConfirmed(fields)) {
    const times = await storeTimesOf(visit)
    const used = lastUsedAt === null ? texts.neverUsed : texts.lastUsed(times.moment(lastUsedAt))
    return askPage(visit, {
      title: texts.revokeKey,
      sentence: texts.askRevokeKey(isolated(name === '' ? maskedKey(key) : name), leftToRight(maskedKey(key))),
      label: texts.revokeKey,
      to: `keys/${id}/revoke`,
      back: 'keys',
      children: [used, isLast && texts.lastOfKind[kind]].filter(Boolean).join(' '),
    })
  }
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
  const details = { name, kind, last_four: lastFour }
  await revokeKey(app, session.merchantId, id, (tx) =>
    recordDone(visit, { what: 'revoke_key', onKind: 'key', onId: id, details }, tx),
  )
  return { goTo: visit.address('keys', { done: 'revoked' }) }
}
