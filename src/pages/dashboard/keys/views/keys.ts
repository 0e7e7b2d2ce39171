import { newOrderedId } from '../../../../platform/base/ids.ts'
import { maxKeyName, permissions } from '../../../../platform/merchants/keys/key.ts'
import type { KeyRow } from '../../../../platform/merchants/keys/keys.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { boxOf, maskedKey, offeredPermissions } from '../own-keys.ts'

/** The outcome of a form, as the page shows it. */
export interface KeysNotice {
  readonly done?: string | undefined
  /** The typed name is not valid. */
  readonly isNameWrong?: boolean
  /** No permission was ticked for a secret key. */
  readonly isNothingChosen?: boolean
  readonly fields?: Fields
  /** It was revoked already. */
  readonly isRevoked?: boolean
}

interface KeysView {
  readonly keys: readonly KeyRow[]
  readonly times: StoreTimes
  readonly notice: KeysNotice
}

/** The active keys, the form for a new key, and the revoked keys. */
export function keysPage(visit: Visit, view: KeysView): Answer {
  const { words, isTest } = visit
  const { texts } = words
  const { keys, times, notice } = view
  const mayChange = visit.may('change_keys')
  const working = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null)
  const content = html`
    ${notice.isRevoked && Note({ tone: 'bad', children: html`<p>${texts.revokedAlready} ${texts.nothingChanged}</p>` })}
    ${notice.done === 'revoked' && Note({ tone: 'good', children: html`<p>${texts.doneRevoked}</p>` })}
    <p class="soft">${isTest ? texts.testKeysLead : texts.liveKeysLead}</p>
    ${WorkingKeys({ visit, keys: working, times, mayChange })}
    ${mayChange && NewKey({ visit, notice })}
    ${
      revoked.length > 0 && Fold({ summary: texts.revokedKeys, children: RevokedKeys({ visit, keys: revoked, times }) })
    }
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  return {
    page: { title: texts.keys, isError: notice.isNameWrong === true || notice.isNothingChosen === true },
    content,
  }
}

interface TableProps {
  readonly visit: Visit
  readonly keys: readonly KeyRow[]
  readonly times: StoreTimes
}

function WorkingKeys({ visit, keys, times, mayChange }: TableProps & { mayChange: boolean }): Content {
  const { texts } = visit.words
  if (keys.length === 0) return Note({ tone: 'bad', children: html`<p>${texts.noKeys}</p>` })
  const columns = [
    { label: texts.keyName },
    { label: texts.key },
    { label: texts.keyKind },
    { label: texts.keyMay },
    { label: texts.keyMade },
    { label: texts.keyUsed },
    ...(mayChange ? [{ label: texts.revokeKey }] : []),
  ]
  const rows = keys.map((key) => ({
    cells: [
      key.name === '' ? html`<span class="soft">${texts.unnamedKey}</span>` : html`<bdi>${key.name}</bdi>`,
      html`<bdi dir="ltr">${maskedKey(key)}</bdi>`,
      texts.keyKinds[key.kind],
      May({ visit, permissions: key.permissions, kind: key.kind }),
      times.moment(key.createdAt),
      key.lastUsedAt === null ? texts.keyUnused : times.moment(key.lastUsedAt),
      ...(mayChange
        ? [
            VisitForm({
              visit,
              to: `keys/${key.id}/revoke`,
              children: html`<button class="button button-grave" type="submit"
                aria-label=${texts.revokeNamed(leftToRight(maskedKey(key)))}>
                ${texts.revoke}
              </button>`,
            }),
          ]
        : []),
    ],
  }))
  return DataTable({ caption: texts.workingKeys, columns, rows })
}

function May({ visit, permissions: own, kind }: { visit: Visit } & Pick<KeyRow, 'permissions' | 'kind'>): Content {
  const { texts } = visit.words
  if (kind === 'public') return texts.keyMayCheckout
  return own.length === permissions.length ? texts.keyMayAll : html`<bdi dir="ltr">${own.join(', ')}</bdi>`
}

function NewKey({ visit, notice }: { visit: Visit; notice: KeysNotice }): Content {
  const { texts } = visit.words
  const { fields = {}, isNameWrong } = notice
  const kinds = (['secret', 'public'] as const).map((kind) => [kind, texts.keyKindChoices[kind]] as const)
  return Panel({
    title: texts.newKey,
    id: 'new',
    children: html`
      <p class="soft">${texts.rotateKeysLead}</p>
      ${VisitForm({
        visit,
        to: 'keys',
        class: 'move',
        hidden: { key: newOrderedId() },
        children: html`
          ${Field({
            name: 'name',
            label: texts.keyNameField,
            error: isNameWrong ? texts.wrongKeyName : undefined,
            input: { maxlength: maxKeyName, autocomplete: 'off', dir: 'auto', value: fields['name'] ?? '' },
          })}
          ${ChoiceField({ name: 'kind', label: texts.keyKind, value: fields['kind'] ?? 'secret', choices: kinds })}
          ${PermissionBoxes({ visit, notice })}
          <button class="button button-main" type="submit">${texts.makeKey}</button>
        `,
      })}
    `,
  })
}

// Test keys move no money: all permissions are ticked. For live keys the person chooses.
function PermissionBoxes({ visit, notice }: { visit: Visit; notice: KeysNotice }): Content {
  const { isTest, words } = visit
  const { texts } = words
  const { fields, isNothingChosen } = notice
  const offered = offeredPermissions(visit)
  const boxes = offered.map((permission) => {
    const isTicked = fields === undefined ? isTest : fields[boxOf(permission)] !== undefined
    return html`<label class="tick">
      <input class="pick-box" type="checkbox" name=${boxOf(permission)} value="yes" checked=${isTicked} />
      <span><code class="strong">${permission}</code> – ${texts.keyPermissions[permission]}</span>
    </label>`
  })
  return html`<fieldset class="ticks">
    <legend>${texts.keyMayChoice}</legend>
    ${isNothingChosen && Note({ tone: 'bad', children: html`<p>${texts.keyMayNothing}</p>` })}
    ${boxes}
    ${offered.length < permissions.length && html`<p class="hint">${texts.keyMayAdmins}</p>`}
  </fieldset>`
}

function RevokedKeys({ visit, keys, times }: TableProps): Content {
  const { texts } = visit.words
  const columns = [
    { label: texts.keyName },
    { label: texts.key },
    { label: texts.keyUsed },
    { label: texts.keyRevoked },
  ]
  const rows = keys.map((key) => ({
    cells: [
      key.name === '' ? texts.unnamedKey : html`<bdi>${key.name}</bdi>`,
      html`<bdi dir="ltr">${maskedKey(key)}</bdi>`,
      key.lastUsedAt === null ? texts.keyUnused : times.moment(key.lastUsedAt),
      key.revokedAt === null ? '' : times.moment(key.revokedAt),
    ],
  }))
  return DataTable({ caption: texts.revokedKeys, columns, rows })
}
