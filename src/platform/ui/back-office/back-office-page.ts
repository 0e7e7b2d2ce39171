import { Icon, Ring } from '../components/pictures.ts'
import { Form } from '../forms/form.ts'
import { type Content, html } from '../html.ts'
import { renderDocument } from '../layout/document.ts'
import { directionOf, otherLang } from '../words/lang.ts'
import type { BackOfficeFrame, NavItem } from './frame.ts'

export interface BackOfficePageProps {
  readonly title: string
  /** The heading above the content; default: the title. */
  readonly heading?: Content
  /** Buttons and links beside the heading. */
  readonly actions?: Content
  /** Link back to the list, with its filters. */
  readonly back?: { readonly href: string; readonly label: string } | undefined
  readonly isError?: boolean
  readonly refresh?: { readonly seconds: number; readonly address: string } | undefined
}

/**
 * Returns a back-office page: navigation, merchant, mode, search and person menu around the content. Works without
 * its script.
 */
export function renderBackOfficePage(frame: BackOfficeFrame, props: BackOfficePageProps, content: Content): string {
  const { words, assets } = frame
  const { texts, lang } = words
  const title = texts.pageTitle(props.title, frame.place)
  const meta = html`<meta name="robots" content="noindex" /><meta name="format-detection" content="telephone=no" />`
  return renderDocument(
    {
      ...{ lang, direction: directionOf[lang], title: props.isError ? texts.errorTitle(title) : title, assets, meta },
      refresh: props.refresh,
    },
    html`<a class="skip" href="#main">${texts.skip}</a>
      ${frame.band}
      <header class="top">
        <a class="wordmark top-mark" href=${frame.home}>${Ring({ filled: 1, size: 24 })}<span>${texts.brand}</span></a>
        ${Place({ frame })}
        ${frame.search && Search(frame.search)}
        ${Person({ frame })}
      </header>
      <div class="back-office">
        ${Navigation({ frame })}
        <main id="main" class="work" tabindex="-1">
          ${
            props.back &&
            html`<nav class="back" aria-label=${texts.back}>
              <a class="quiet" href=${props.back.href}>
                ${Icon({ name: 'back', size: 18 })}<span>${props.back.label}</span>
              </a>
            </nav>`
          }
          <div class="heading">
            <h1>${props.heading ?? props.title}</h1>
            ${props.actions && html`<div class="heading-actions">${props.actions}</div>`}
          </div>
          ${content}
        </main>
      </div>`,
  )
}

function Place({ frame }: { frame: BackOfficeFrame }): Content {
  const { texts } = frame.words
  const { merchants = [], modes, csrfToken } = frame
  const hasOthers = merchants.length > 1 && csrfToken !== undefined
  return html`<div class="place">
    <details class="menu place-menu">
      <summary>
        <bdi class="place-name">${frame.place}</bdi>
        ${hasOthers && Icon({ name: 'down', size: 16 })}
      </summary>
      ${
        hasOthers
          ? Form({
              action: `${frame.base}/merchant`,
              csrfToken,
              class: 'menu-body',
              children: merchants.map(
                ({ id, name, isCurrent }) =>
                  html`<button type="submit" name="merchant_id" value=${id} class="menu-item"
                    aria-current=${isCurrent ? 'true' : undefined}>
                    <bdi>${name}</bdi>
                  </button>`,
              ),
            })
          : html`<p class="menu-body menu-note"><bdi>${frame.place}</bdi></p>`
      }
    </details>
    ${
      modes &&
      html`<nav class="modes" aria-label=${texts.modes}>
        <a href=${modes.test} aria-current=${modes.isTest ? 'true' : undefined}>${texts.test}</a>
        <a href=${modes.live} aria-current=${modes.isTest ? undefined : 'true'}>${texts.live}</a>
      </nav>`
    }
  </div>`
}

function Search({ action, label, value }: NonNullable<BackOfficeFrame['search']>): Content {
  return html`<form class="search" role="search" method="get" action=${action}>
    <label class="unseen" for="search">${label}</label>
    ${Icon({ name: 'search', size: 18 })}
    <input id="search" type="search" name="q" value=${value} placeholder=${label} maxlength="254" autocomplete="off" />
  </form>`
}

function Person({ frame }: { frame: BackOfficeFrame }): Content {
  const { texts } = frame.words
  const { base, csrfToken } = frame
  return html`<div class="person">
    ${LanguageForm({ frame, class: 'wide-only', buttonClass: 'quiet' })}
    <details class="menu menu-end">
      <summary aria-label=${texts.personMenu}>${Icon({ name: 'person', size: 20 })}</summary>
      <div class="menu-body">
        <p class="menu-note"><span class="soft small">${texts.signedInAs}</span><bdi>${frame.email}</bdi></p>
        ${LanguageForm({ frame, class: 'narrow-only', buttonClass: 'menu-item' })}
        <a class="menu-item" href=${`${base}/me`}>${texts.me}</a>
        ${
          csrfToken !== undefined &&
          Form({
            action: `${base}/sign-out`,
            csrfToken,
            children: html`<button class="menu-item" type="submit">${texts.signOut}</button>`,
          })
        }
      </div>
    </details>
  </div>`
}

interface LanguageFormProps {
  readonly frame: BackOfficeFrame
  readonly class: 'wide-only' | 'narrow-only'
  readonly buttonClass: string
}

// A phone's header has no room for it, so there it is in the menu.
function LanguageForm({ frame, class: className, buttonClass }: LanguageFormProps): Content {
  const { texts, lang } = frame.words
  const other = otherLang(lang)
  const { base, csrfToken, address } = frame
  if (csrfToken === undefined) return null
  return Form({
    action: `${base}/lang`,
    csrfToken,
    class: className,
    children: html`
      <input type="hidden" name="next" value=${address} />
      <button class=${buttonClass} type="submit" name="lang" value=${other} aria-label=${texts.otherLanguageLabel}>
        <span lang=${other}>${texts.otherLanguage}</span>
      </button>
    `,
  })
}

function Navigation({ frame }: { frame: BackOfficeFrame }): Content {
  const { texts } = frame.words
  const current = frame.nav.find(({ isCurrent }) => isCurrent)
  return html`<nav class="side" aria-label=${texts.navigation}>
    <details class="side-fold">
      <summary>
        ${Icon({ name: 'menu', size: 20 })}
        <span>${current?.label ?? texts.menu}</span>
        ${Icon({ name: 'down', size: 16 })}
      </summary>
      ${NavList({ items: frame.nav, class: 'side-list' })}
    </details>
    ${NavList({ items: frame.nav, class: 'side-list side-wide' })}
  </nav>`
}

function NavList(props: { items: readonly NavItem[]; class: string }): Content {
  return html`<ul class=${props.class}>
    ${props.items.map(
      ({ href, label, icon, isCurrent }) =>
        html`<li>
          <a href=${href} aria-current=${isCurrent ? 'page' : undefined}>
            ${Icon({ name: icon, size: 20 })}<span>${label}</span>
          </a>
        </li>`,
    )}
  </ul>`
}
