import type { FastifyRequest } from 'fastify'
import type { FormFile } from '../../money/disputes/attachments/form-files.ts'
import type { App } from '../../platform/app/app.ts'
import type { DueWork } from '../../platform/due/due.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Answer, Fields } from '../../platform/people/pages/answers.ts'
import type { Mode, Permission } from '../../platform/people/roles.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import type { Operations } from '../../rehearsal/faults/operations.ts'
import type { PersonalReader } from '../back-office/disclosure/reader.ts'
import type { ReceivedLogo } from './settings/received-logo.ts'
import type { DashboardWords } from './words/words.ts'

/** What a sandbox rehearses with. */
export interface Rehearsal {
  /** What falls due while a clock moves on. */
  readonly works: readonly DueWork[]
  /** What a fault may strike. */
  readonly operations: Operations
}

/** Where the dashboard is served. */
export interface DashboardApi extends Api {
  readonly rehearsal?: Rehearsal | undefined
}

/** One request of somebody who is signed in, in the mode of its address. */
export interface Visit extends PersonalReader {
  readonly api: Api
  readonly app: App
  readonly session: MerchantSession
  readonly mode: Mode
  readonly isTest: boolean
  /** As whom what is done is done: the person, in this mode. */
  readonly actor: Actor
  readonly words: DashboardWords
  readonly request: FastifyRequest
  /** What is rehearsed with; undefined in production. */
  readonly rehearsal: Rehearsal | undefined
  /** Below which address the pages are: `/dashboard`, or where somebody only looks. */
  readonly base: string
  /** Whether who looks may do it in this mode. */
  may(permission: Permission): boolean
  /** Whether files are handed out: not to who only looks. */
  readonly mayDownload: boolean
  /** The address of a page of this mode: `/dashboard/test/payments`. */
  address(path: string, query?: Readonly<Record<string, string | undefined>>): string
  /** A parameter of the address; undefined where it is absent or there are several. */
  query(name: string): string | undefined
  /** The UUID in the path. Refuses with 404 what is none. */
  readonly id: string
}

export type { Answer, Fields } from '../../platform/people/pages/answers.ts'

/** A page of the dashboard. */
export interface Page {
  /** Below the mode: '' is the first page. */
  readonly path: string
  readonly permission: Permission
  /** Whether it is a file that is downloaded. */
  readonly isFile?: boolean
  /** Whether it is there only in a sandbox that rehearses, in test mode, and for nobody who only looks. */
  readonly isRehearsal?: boolean
  view(visit: Visit): Promise<Answer>
}

/** What a form does. After it the browser is sent to a page; a page in its place says what is wrong, or asks once more. */
export interface FormAction {
  readonly path: string
  readonly permission: Permission
  /** In which mode alone there is such a thing; absent: in both. */
  readonly only?: Mode
  /** Which files may come with it: for disputes, kept as they come, or a store's logo. */
  readonly takes?: 'attachments' | 'logo'
  /** As with pages. */
  readonly isRehearsal?: boolean
  submit(visit: Visit, fields: Fields, sent: Sent): Promise<Answer>
}

/** What a form sent beside its fields. */
export interface Sent {
  /** All values of a field, such as what was ticked. */
  all(name: string): readonly string[]
  readonly files: readonly FormFile[]
  /** Of a form that takes one. */
  readonly logo?: ReceivedLogo
}

/** What a folder of the dashboard offers. */
export interface Section {
  readonly pages: readonly Page[]
  readonly forms: readonly FormAction[]
}
