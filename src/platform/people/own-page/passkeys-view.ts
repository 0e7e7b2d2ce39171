import { Panel } from '../../ui/back-office/components/panel.ts'
import { Field } from '../../ui/forms/fields.ts'
import { Form } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import { pathOf } from '../back-office.ts'
import { type NameProblem, nameLength } from '../names.ts'
import type { PasskeyProblem } from '../passkeys/add-passkey.ts'
import type { Ceremony } from '../passkeys/ceremony.ts'
import { passkeyRules } from '../passkeys/passkey.ts'
import { PasskeyButton } from '../views/passkey-button.ts'
import type { PeopleWords } from '../words/words.ts'
import type { OwnModel } from './own-account.ts'
import { formOf } from './own-form.ts'
import { zoneOf } from './zone.ts'

interface PasskeysProps {
  readonly words: PeopleWords
  readonly model: OwnModel
}

/** The person's passkeys, with forms that remove them, and the way to a new one. */
export function Passkeys({ words, model }: PasskeysProps): Content {
  const { texts } = words
  const { passkeys, site, session } = model
  const zone = zoneOf(session)
  const mayRemove = passkeys.length > 1 || model.hasApp || model.requiredBy === undefined
  return Panel({
    title: texts.passkeysPanel,
    id: 'passkeys',
    children: html`
      <p>${texts.passkeysLead}</p>
      ${
        passkeys.length > 0 &&
        html`<ul class="lines">
          ${passkeys.map(
            ({ id, name, rpId, createdAt, usedAt }) => html`<li class="line">
              <div class="line-what">
                <p><bdi class="strong">${name}</bdi></p>
                <p class="soft small">
                  ${texts.passkeyAddedAt(words.moment(createdAt, zone))}
                  ${usedAt !== null && html` · ${texts.lastUsedAt(words.moment(usedAt, zone))}`}
                  ${rpId !== site?.rpId && html` · <bdi dir="ltr">${rpId}</bdi>`}
                </p>
              </div>
              ${
                mayRemove &&
                Form({
                  ...formOf(model, 'passkeys/remove'),
                  children: html`
                    <input type="hidden" name="passkey_id" value=${id} />
                    <button class="button" type="submit" aria-label=${texts.passkeyRemoveNamed(name)}>
                      ${texts.passkeyRemove}
                    </button>
                  `,
                })
              }
            </li>`,
          )}
        </ul>`
      }
      ${
        site === undefined
          ? html`<p class="soft">${texts.passkeyNoSite}</p>`
          : passkeys.length < passkeyRules.most &&
            html`<div class="action">
              <a class="button" href=${`${pathOf[session.backOffice]}/me/passkeys/new`}>${texts.passkeyAdd}</a>
            </div>`
      }
    `,
  })
}

/** Why a passkey was not added. */
export type NewPasskeyProblem = PasskeyProblem | NameProblem

interface NewPasskeyView {
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  /** Undefined if passkeys do not work at this service's address. */
  readonly ceremony: Ceremony | undefined
  /** The proposed or typed name. */
  readonly name: string
  readonly problem: NewPasskeyProblem | undefined
}

/** Returns the page that makes a passkey. */
export function renderNewPasskey(words: PeopleWords, view: NewPasskeyView): Content {
  const { texts } = words
  const { address, csrfToken, ceremony, name, problem } = view
  if (ceremony === undefined) return html`<section class="panel ask"><p>${texts.passkeyNoSite}</p></section>`
  const ofPasskey = { wrong: texts.passkeyNotMade, stale: texts.passkeyStale, known: texts.passkeyKnown }
  return html`<section class="panel ask">
    <p>${texts.passkeyNewLead}</p>
    ${Form({
      action: address,
      csrfToken,
      class: 'step',
      children: html`
        ${Field({
          name: 'name',
          label: texts.passkeyName,
          hint: texts.passkeyNameHint,
          error: problem === 'too_long' || problem === 'signs' ? texts.nameProblems[problem] : undefined,
          input: { type: 'text', dir: 'auto', autocomplete: 'off', required: true, maxlength: nameLength, value: name },
        })}
        ${PasskeyButton({
          ...{ words, ceremony, label: texts.passkeyMake, isMain: true },
          error:
            problem === undefined || problem === 'too_long' || problem === 'signs' ? undefined : ofPasskey[problem],
        })}
      `,
    })}
    <p class="soft small">${texts.factorEnds}</p>
  </section>`
}
