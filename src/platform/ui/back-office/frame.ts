import type { PageAssets } from '../assets.ts'
import type { IconName } from '../components/pictures.ts'
import type { Content } from '../html.ts'
import type { Words } from '../words/words.ts'
import type { BackOfficeTexts } from './words.ts'

/** An entry of the navigation. */
export interface NavItem {
  readonly href: string
  readonly label: string
  readonly icon: IconName
  readonly isCurrent: boolean
}

/** The frame around every back-office page: place, navigation and person. */
export interface BackOfficeFrame {
  readonly words: Words<BackOfficeTexts>
  readonly assets: PageAssets
  /** The CSRF token of the frame's forms; undefined: the frame has no forms. */
  readonly csrfToken: string | undefined
  /** The page's address. The language form returns to it. */
  readonly address: string
  readonly home: string
  /** Base address of the frame's forms: `/dashboard` or `/support`. */
  readonly base: string
  /** The merchant's name, or the back office's. */
  readonly place: string
  readonly email: string
  readonly nav: readonly NavItem[]
  /** Links to test and live mode, if the back office has both. */
  readonly modes?: { readonly isTest: boolean; readonly test: string; readonly live: string } | undefined
  /** The search box of the frame. */
  readonly search?: { readonly action: string; readonly label: string; readonly value: string } | undefined
  /** Other merchants of the same person. */
  readonly merchants?: readonly { readonly id: string; readonly name: string; readonly isCurrent: boolean }[]
  /** A band above everything else. */
  readonly band?: Content
}
