import type { Store } from '../../../../platform/merchants/merchant.ts'
import { logoPath, maxLogoBytes } from '../../../../platform/merchants/stores/logo.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { Visit } from '../../page.ts'
import type { SettingsNotice } from '../store-settings.ts'

interface LogoPanelProps {
  readonly visit: Visit
  readonly store: Store
  readonly notice: SettingsNotice
}

/** The logo that customers see beside the store's name, and the forms that change it. */
export function LogoPanel({ visit, store, notice }: LogoPanelProps): Content {
  const { words, session } = visit
  const { texts } = words
  const src = logoPath({ merchantId: session.merchantId, storeId: store.id }, store.logo)
  const shown =
    src === undefined
      ? html`<p class="soft">${texts.logoNone}</p>`
      : html`<p>
          <img class="store-logo" src=${src} alt=${texts.logoOf(isolated(store.name))} width="88" height="88" />
        </p>`
  if (!visit.may('change_settings')) return Panel({ title: texts.logo, children: shown })
  const hidden = { store: store.merchantCode }
  const input = { type: 'file', accept: 'image/png,image/jpeg' }
  return Panel({
    title: texts.logo,
    id: 'logo',
    children: html`
      ${shown}
      ${VisitForm({
        visit,
        to: 'settings/logo',
        class: 'step',
        hidden,
        hasFiles: true,
        children: html`
          ${Field({
            name: 'logo',
            id: 'logo-file',
            label: texts.logoFile,
            hint: texts.logoHint(words.number(maxLogoBytes / 1024)),
            error: problemIn(visit, notice),
            input,
          })}
          <progress class="progress" aria-label=${texts.filesUnderWay} hidden></progress>
          <p><button class="button" type="submit">${texts.changeLogo}</button></p>
        `,
      })}
      ${
        src !== undefined &&
        VisitForm({
          visit,
          to: 'settings/logo/remove',
          hidden,
          children: html`<button class="button" type="submit">${texts.removeLogo}</button>`,
        })
      }
    `,
  })
}

function problemIn({ words: { texts } }: Visit, { problem }: SettingsNotice): string | undefined {
  if (problem === 'noLogo') return texts.logoMissing
  if (problem === 'logoType') return texts.logoWrong
  return problem === 'logoSize' ? texts.logoLarge : undefined
}
