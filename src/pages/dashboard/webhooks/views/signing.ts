import type { Instant } from '../../../../platform/base/times.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'

export interface SignedStore {
  readonly store: Store
  readonly secrets: readonly { readonly createdAt: Instant; readonly expiresAt: Instant | null }[]
}

interface SigningProps {
  readonly visit: Visit
  readonly signing: readonly SignedStore[]
  readonly times: StoreTimes
  readonly mayChange: boolean
}

/** The signing of each store's events, and the forms that change it. */
export function Signing({ visit, signing, times, mayChange }: SigningProps): Content {
  const { texts } = visit.words
  return Panel({
    title: texts.signing,
    id: 'signing',
    children: html`
      <p class="soft">${texts.signingLead}</p>
      <ul class="lines">${signing.map((signed) => SignedLine({ visit, signed, times, mayChange }))}</ul>
    `,
  })
}

interface SignedLineProps extends Omit<SigningProps, 'signing'> {
  readonly signed: SignedStore
}

function SignedLine({ visit, signed: { store, secrets }, times, mayChange }: SignedLineProps): Content {
  const { texts } = visit.words
  const newest = secrets.find(({ expiresAt }) => expiresAt === null) ?? secrets.at(-1)
  const ending = secrets.find(({ expiresAt }) => expiresAt !== null)
  const isOn = secrets.length > 0
  return html`<li class="line">
    <div class="line-what">
      <p class="strong"><bdi>${store.name}</bdi> <bdi class="soft">${store.merchantCode}</bdi></p>
      <p>
        ${StatusTag({
          tone: isOn ? 'good' : 'soft',
          text: newest === undefined ? texts.signingOff : texts.signingOn(times.moment(newest.createdAt)),
        })}
      </p>
      ${ending?.expiresAt && html`<p class="soft small">${texts.signingOverlap(times.moment(ending.expiresAt))}</p>`}
    </div>
    ${
      mayChange &&
      html`<div class="line-actions">
        ${VisitForm({
          visit,
          to: 'webhooks/signing/rotate',
          hidden: { store: store.id },
          children: html`<button class="button" type="submit">
            ${isOn ? texts.rotateSigning : texts.startSigning}
          </button>`,
        })}
        ${
          isOn &&
          VisitForm({
            visit,
            to: 'webhooks/signing/stop',
            hidden: { store: store.id },
            children: html`<button class="button" type="submit">${texts.stopSigning}</button>`,
          })
        }
      </div>`
    }
  </li>`
}
