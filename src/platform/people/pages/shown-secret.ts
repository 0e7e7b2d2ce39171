import { Note } from '../../ui/back-office/components/panel.ts'
import { html } from '../../ui/html.ts'
import type { Answer } from './answers.ts'
import type { BackOfficeVisit } from './back-office-visit.ts'

interface SecretPageProps {
  readonly title: string
  /** The purpose of the secret. */
  readonly lead: string
  /** Undefined if the form was sent again: the secret was shown before, and is not stored. */
  readonly secret: string | undefined
  /** The next page, below the back office, with its query. */
  readonly back: string
}

/** Returns a page that shows a secret, only once. */
export function secretPage(visit: BackOfficeVisit, { title, lead, secret, back }: SecretPageProps): Answer {
  const { texts } = visit.words
  const href = visit.address(back)
  const goOn = html`<p><a class="button" href=${href}>${texts.secretKept}</a></p>`
  if (secret === undefined) {
    const content = html`${Note({ tone: 'bad', children: html`<p>${texts.secretShownBefore}</p>` })}${goOn}`
    return { status: 409, page: { title, isError: true }, content }
  }
  const content = html`<section class="panel ask">
    <p>${lead}</p>
    <div class="field">
      <label for="secret">${title}</label>
      <div class="control">
        <input id="secret" dir="ltr" readonly autocomplete="off" value=${secret} aria-describedby="secret-hint" />
      </div>
      <p class="hint" id="secret-hint">${texts.secretOnce}</p>
    </div>
    ${goOn}
  </section>`
  return { page: { title }, content }
}
