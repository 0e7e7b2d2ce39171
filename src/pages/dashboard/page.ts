import type { FormFile } from '../../money/disputes/attachments/form-files.ts'
import type { DueWork } from '../../platform/due/due.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Answer } from '../../platform/people/pages/answers.ts'
import type { Mode, Permission } from '../../platform/people/roles.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import type { Operations } from '../../rehearsal/faults/operations.ts'
import type { PersonalReader } from '../back-office/disclosure/reader.ts'
import type { BackOfficeForm, BackOfficePage, BackOfficeSection, SignedInVisit } from '../back-office/page.ts'
import type { ReceivedLogo } from './settings/received-logo.ts'
import type { DashboardWords } from './words/words.ts'

export type { Answer, Fields } from '../back-office/page.ts'

/** The parts of a sandbox that its developer pages use. */
export interface Rehearsal {
  /** The due works that an advanced clock runs. */
  readonly works: readonly DueWork[]
  /** The operations into which a fault may be injected. */
  readonly operations: Operations
}

/** Where the dashboard is served. */
export interface DashboardApi extends Api {
  readonly rehearsal?: Rehearsal | undefined
}

/** One request of a signed-in person, in the mode of its address. */
export interface Visit extends SignedInVisit<MerchantSession, DashboardWords>, PersonalReader {
  readonly mode: Mode
  readonly isTest: boolean
  /** The author of changes: the person, in this mode. */
  readonly actor: Actor
  /** Undefined in live mode and in production. */
  readonly rehearsal: Rehearsal | undefined
  /** The path that the pages are below: `/dashboard`, or that of the impersonation view. */
  readonly base: string
  /** Returns whether the visitor has the permission in this mode. */
  may(permission: Permission): boolean
  /** Whether the visit may download files. The impersonation view may not. */
  readonly mayDownload: boolean
}

/** A page of the dashboard. */
export interface Page extends BackOfficePage<Visit> {
  readonly permission: Permission
  /** Whether the page is a file to download. */
  readonly isFile?: boolean
  /** Whether the page exists only in a sandbox's test mode, and never in the impersonation view. */
  readonly isRehearsal?: boolean
}

/** A form of the dashboard. */
export interface FormAction extends BackOfficeForm<Visit, Answer, FormInput> {
  readonly permission: Permission
  /** The only mode that has the form. Absent: both have it. */
  readonly only?: Mode
  /** The files that the form may send: a dispute's attachments, or a store's logo. */
  readonly takes?: 'attachments' | 'logo'
  /** Whether the form exists only in a sandbox's test mode. */
  readonly isRehearsal?: boolean
}

/** The input of a form beside its single fields. */
export interface FormInput {
  /** Returns all values of a field, such as the ticked boxes. */
  all(name: string): readonly string[]
  readonly files: readonly FormFile[]
  /** Present if the form takes a logo. */
  readonly logo?: ReceivedLogo
}

/** The pages and forms of one folder of the dashboard. */
export type Section = BackOfficeSection<Page, FormAction>
