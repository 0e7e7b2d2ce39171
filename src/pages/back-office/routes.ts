import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { type BackOffice, pathOf } from '../../platform/people/back-office.ts'
import { formOf, sendAnswer } from '../../platform/people/pages/answers.ts'
import { registerBackOfficePages } from '../../platform/people/pages/back-office-pages.ts'
import { addPeoplePages } from '../../platform/people/pages/routes.ts'
import { renderBackOfficeError } from '../../platform/ui/back-office/error-page.ts'
import type { BackOfficeFrame } from '../../platform/ui/back-office/frame.ts'
import type { Answer, BackOfficeForm, BackOfficePage, BackOfficeSection, Fields } from './page.ts'
import { refusals } from './refusals.ts'

const schema = { hide: true }

/** Where pages and forms of a back office are served: at one path, or at one path per mode. */
export interface Place<Page, Form> {
  readonly path: string
  hasPage(page: Page): boolean
  hasForm(form: Form): boolean
}

/** How a back office reads forms that also send files or lists. */
export interface FormReader<Visit, Form, Input> {
  /** Whether the form's route reads its body by itself. The reader then also requires the form's token. */
  readsBody(form: Form): boolean
  read(visit: Visit, form: Form): Promise<{ readonly fields: Fields; readonly input: Input }>
}

/** The settings of one back office. */
export interface BackOfficeSpec<Visit, A extends Answer, Page, Form, Input> {
  readonly name: BackOffice
  readonly sections: readonly BackOfficeSection<Page, Form>[]
  readonly places: readonly Place<Page, Form>[]
  readVisit(request: FastifyRequest): Visit
  /**
   * Throws 403 if the visitor's role lacks the permission of the page or form. Absent: all roles may open all
   * pages.
   */
  requirePermission?(visit: Visit, target: Page | Form): void
  /** Absent: forms send single fields only. */
  readonly formReader?: FormReader<Visit, Form, Input>
  /** Returns the frame around an answer's page. Without an answer: around an error. */
  frameOf(visit: Visit, answer?: A): BackOfficeFrame
  /** Returns the frame around the person's own pages, such as the second factor. */
  ownFrameOf(visit: Visit): BackOfficeFrame
  /** Registers the routes that are neither pages nor forms of a section. */
  addOtherRoutes(server: FastifyInstance): void
}

/** Registers a back office: the person's own pages, the sections' pages and forms, and 404 below its path. */
export function addBackOffice<
  Visit,
  A extends Answer,
  Page extends BackOfficePage<Visit, A>,
  Form extends BackOfficeForm<Visit, A, Input>,
  Input = undefined,
>(api: Api, spec: BackOfficeSpec<Visit, A, Page, Form, Input>): void {
  const { name, sections, places } = spec
  addPeoplePages(api, name, (request) => spec.ownFrameOf(spec.readVisit(request)))
  registerBackOfficePages(api, name, {
    addRoutes(server) {
      for (const { path, hasPage, hasForm } of places) {
        for (const { pages, forms } of sections) {
          for (const page of pages.filter(hasPage)) addPage(server, spec, path, page)
          for (const form of forms.filter(hasForm)) addForm(server, spec, path, form)
        }
      }
      server.get(`${pathOf[name]}/*`, { schema }, async () => {
        throw refusals.noSuchPage()
      })
      spec.addOtherRoutes(server)
    },
    renderError: (request, error) => renderBackOfficeError(spec.frameOf(spec.readVisit(request)), error),
  })
}

function addPage<Visit, A extends Answer, Page extends BackOfficePage<Visit, A>, Form, Input>(
  server: FastifyInstance,
  spec: BackOfficeSpec<Visit, A, Page, Form, Input>,
  path: string,
  page: Page,
): void {
  server.get(`${path}${page.path}`, { schema }, async (request, reply) => {
    const visit = spec.readVisit(request)
    spec.requirePermission?.(visit, page)
    const answer = await page.view(visit)
    return sendAnswer(reply, answer, () => spec.frameOf(visit, answer))
  })
}

function addForm<Visit, A extends Answer, Page, Form extends BackOfficeForm<Visit, A, Input>, Input>(
  server: FastifyInstance,
  spec: BackOfficeSpec<Visit, A, Page, Form, Input>,
  path: string,
  form: Form,
): void {
  const { formReader } = spec
  const config = { readsForm: formReader?.readsBody(form) ?? false }
  server.post(`${path}${form.path}`, { schema, config }, async (request, reply) => {
    const visit = spec.readVisit(request)
    spec.requirePermission?.(visit, form)
    const { fields, input } = formReader
      ? await formReader.read(visit, form)
      : { fields: formOf(request), input: undefined as Input }
    const answer = await form.submit(visit, fields, input)
    return sendAnswer(reply, answer, () => spec.frameOf(visit, answer))
  })
}
