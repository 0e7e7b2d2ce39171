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

/** What stands around every page of a back office: whose it is, where one may go, and who is at it. */
export interface BackOfficeFrame {
  readonly words: Words<BackOfficeTexts>
  readonly assets: PageAssets
  /** The token of the forms around the page; undefined: it has none. */
  readonly csrfToken: string | undefined
  /** The address that is shown; the form that changes the language comes back to it. */
  readonly address: string
  readonly home: string
  /** Where the back office's own forms are: `/dashboard`, `/support`. */
  readonly base: string
  /** The merchant's name, or the back office's. */
  readonly place: string
  readonly email: string
  readonly nav: readonly NavItem[]
  /** Test and live, where there are both; the first is shown. */
  readonly modes?: { readonly isTest: boolean; readonly test: string; readonly live: string } | undefined
  /** The one box that guesses what it is given. */
  readonly search?: { readonly action: string; readonly label: string; readonly value: string } | undefined
  /** Other merchants of the same person. */
  readonly merchants?: readonly { readonly id: string; readonly name: string; readonly isCurrent: boolean }[]
  /** Shown above everything. */
  readonly band?: Content
}
