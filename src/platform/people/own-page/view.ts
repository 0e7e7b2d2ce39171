import { Note, Panel } from '../../ui/back-office/components/panel.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { Field } from '../../ui/forms/fields.ts'
import { Form } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import { isolated } from '../../ui/words/lang.ts'
import { zoneNames } from '../../ui/words/markets.ts'
import { csrfSubject, pathOf } from '../back-office.ts'
import { type NameProblem, nameLength } from '../names.ts'
import { type PasswordProblem, passwordRules } from '../passwords/password-rules.ts'
import type { PeopleWords } from '../words/words.ts'
import { deviceOf } from './device.ts'
import type { OwnModel } from './own-account.ts'
import { formOf } from './own-form.ts'
import { Passkeys } from './passkeys-view.ts'
import { zoneCurrencyOf, zoneOf } from './zone.ts'

/** What the last form did. */
export const ownNotes = [
  'password',
  'name',
  'no_second_factor',
  'passkey',
  'no_passkey',
  'session',
  'sessions',
] as const

export type OwnNote = (typeof ownNotes)[number]

/** The result of the last form. */
export interface OwnNotice {
  readonly note?: OwnNote | undefined
  readonly problem?: PasswordProblem | 'wrong' | undefined
  readonly nameProblem?: NameProblem | undefined
  /** The typed name, if it was refused. */
  readonly typed?: string | undefined
}

interface OwnProps {
  readonly words: PeopleWords
  readonly model: OwnModel
}

/** Returns a person's own page: name, password, second factor, passkeys, sessions, language. */
export function renderOwnPage(words: PeopleWords, model: OwnModel, notice: OwnNotice): Content {
  const { note, problem, nameProblem, typed } = notice
  const { texts } = words
  return html`
    ${note && Note({ tone: 'good', children: html`<p>${texts.ownNotes[note]}</p>` })}
    <p class="soft">
      <bdi dir="ltr">${model.session.email}</bdi>
      ${model.session.backOffice === 'dashboard' && html` · ${texts.roles[model.session.role]}`}
    </p>
    <div class="panels panels-two">
      <div class="panels">
        ${Name({ words, model, problem: nameProblem, typed })}
        ${model.hasPassword && Password({ words, model, problem })}
        ${Sessions({ words, model })}
      </div>
      <div class="panels">
        ${SecondFactor({ words, model })}
        ${Passkeys({ words, model })}
        ${Language({ words, model })}
      </div>
    </div>`
}

function Password({ words, model, problem }: OwnProps & { problem: OwnNotice['problem'] }): Content {
  const { texts } = words
  const input = { type: 'password', dir: 'ltr', required: true, maxlength: passwordRules.fieldUnits }
  const wrong = problem === 'wrong' ? texts.currentPasswordWrong : undefined
  const unfit = problem === undefined || problem === 'wrong' ? undefined : texts.passwordProblems[problem]
  return Panel({
    title: texts.passwordPanel,
    id: 'password',
    children: html`
      ${Form({
        ...formOf(model, 'password'),
        class: 'step',
        children: html`
          <input class="unseen" type="text" name="username" value=${model.session.email} autocomplete="username"
            tabindex="-1" aria-hidden="true" readonly />
          ${Field({
            name: 'current_password',
            label: texts.currentPassword,
            error: wrong,
            input: { ...input, autocomplete: 'current-password' },
          })}
          ${Field({
            name: 'new_password',
            label: texts.newPassword,
            hint: texts.passwordHint,
            error: unfit,
            input: { ...input, autocomplete: 'new-password' },
          })}
          <div class="action"><button class="button button-main" type="submit">${texts.changePassword}</button></div>
        `,
      })}
      <p class="soft small">${texts.passwordEnds}</p>
    `,
  })
}

function SecondFactor({ words, model }: OwnProps): Content {
  const { texts } = words
  const { hasApp, passkeys, requiredBy, recoveryCodesLeft } = model
  const hasFactor = hasApp || passkeys.length > 0
  const address = `${pathOf[model.session.backOffice]}/me/second-factor`
  const appLabel = hasApp ? texts.factorReplace : hasFactor ? texts.factorAddApp : texts.factorSetUp
  return Panel({
    title: texts.factorPanel,
    id: 'second-factor',
    children: html`
      <p>${hasApp ? texts.factorOn : hasFactor ? texts.factorByPasskey : texts.factorOff}</p>
      ${requiredBy && html`<p>${texts.factorRequiredBy(requiredBy.map(isolated))}</p>`}
      ${
        hasFactor &&
        html`<p class=${recoveryCodesLeft < 3 ? 'strong' : 'soft'}>
          ${texts.recoveryLeft(words.number(recoveryCodesLeft))}
        </p>`
      }
      <div class="action">
        ${
          hasFactor &&
          Form({
            ...formOf(model, 'recovery-codes'),
            children: html`<button class="button" type="submit">${texts.newRecoveryCodes}</button>`,
          })
        }
        <a class="button" href=${address}>${appLabel}</a>
        ${
          hasApp &&
          (requiredBy === undefined || passkeys.length > 0) &&
          Form({
            ...formOf(model, 'second-factor/remove'),
            children: html`<button class="button button-grave" type="submit">${texts.factorRemove}</button>`,
          })
        }
      </div>
    `,
  })
}

function Name({
  words,
  model,
  problem,
  typed,
}: OwnProps & Pick<OwnNotice, 'typed'> & { problem: NameProblem | undefined }): Content {
  const { texts } = words
  return Panel({
    title: texts.namePanel,
    id: 'name-panel',
    children: Form({
      ...formOf(model, 'name'),
      class: 'step',
      children: html`
        ${Field({
          name: 'name',
          label: texts.nameLabel,
          hint: texts.nameHint,
          error: problem && texts.nameProblems[problem],
          input: { type: 'text', dir: 'auto', autocomplete: 'name', maxlength: nameLength, value: typed ?? model.name },
        })}
        <div class="action"><button class="button" type="submit">${texts.changeName}</button></div>
      `,
    }),
  })
}

function Sessions({ words, model }: OwnProps): Content {
  const { texts } = words
  const currency = zoneCurrencyOf(model.session)
  const zone = zoneOf(model.session)
  const others = model.sessions.filter(({ isThis }) => !isThis)
  return Panel({
    title: texts.sessionsPanel,
    id: 'sessions',
    children: html`
      <ul class="lines">
        ${model.sessions.map(
          (session) => html`<li class="line">
            <div class="line-what">
              <p>
                <span class="strong">${deviceOf(session.userAgent) ?? texts.unknownDevice}</span>
                ${session.isThis && html` · ${texts.thisSession}`}
              </p>
              <p class="soft small">
                <bdi dir="ltr">${session.address}</bdi> · ${texts.lastUsedAt(words.moment(session.lastSeenAt, zone))}
              </p>
            </div>
            ${
              !session.isThis &&
              Form({
                ...formOf(model, 'sessions'),
                children: html`
                  <input type="hidden" name="session_id" value=${session.sessionId} />
                  <button class="button" type="submit">${texts.endSession}</button>
                `,
              })
            }
          </li>`,
        )}
      </ul>
      <p class="soft small">${texts.timesIn(zoneNames[words.lang][currency])}</p>
      ${
        others.length > 0 &&
        Form({
          ...formOf(model, 'sessions'),
          class: 'action',
          children: html`<button class="button button-grave" type="submit">${texts.endOtherSessions}</button>`,
        })
      }
    `,
  })
}

function Language({ words, model }: OwnProps): Content {
  const { texts, lang } = words
  const { session } = model
  const base = pathOf[session.backOffice]
  const names = { en: 'English', ar: 'العربية' } as const
  return Panel({
    title: texts.languagePanel,
    id: 'language',
    children: Form({
      action: `${base}/lang`,
      csrfToken: csrfTokenFor(session, csrfSubject(session.backOffice)),
      class: 'action',
      children: html`
        <input type="hidden" name="next" value=${`${base}/me`} />
        ${(['en', 'ar'] as const).map(
          (one) =>
            html`<button class=${one === lang ? 'button button-main' : 'button'} type="submit" name="lang"
              value=${one} aria-pressed=${one === lang ? 'true' : 'false'}>
              <span lang=${one}>${names[one]}</span>
            </button>`,
        )}
      `,
    }),
  })
}
