import { isMultipart } from '../../money/disputes/attachments/attachment.ts'
import { evidenceFiles } from '../../money/disputes/attachments/form-files.ts'
import { receiveForm } from '../../money/disputes/attachments/receive-form.ts'
import { formOf } from '../../platform/people/pages/answers.ts'
import { fieldsOf } from '../../platform/people/pages/back-office-pages.ts'
import { requireFormToken } from '../../platform/people/pages/form-guards.ts'
import type { Fields, FormAction, FormInput, Visit } from './page.ts'
import { logoFiles } from './settings/received-logo.ts'

interface ReadForm {
  readonly fields: Fields
  readonly input: FormInput
}

/**
 * Returns the input of a form. The token of a form with files is not checked yet: throws 403 for the token of
 * another session, before any file is stored.
 */
export async function readForm({ app, actor, session, request }: Visit, { takes }: FormAction): Promise<ReadForm> {
  const contentType = request.headers['content-type']
  if (takes === undefined || !isMultipart(contentType)) {
    const values = fieldsOf(request)
    if (takes !== undefined) requireFormToken('dashboard', session, values)
    const all = (name: string): readonly string[] => [values[name] ?? []].flat().map(String)
    return { fields: formOf(request), input: { all, files: [] } }
  }
  const source = { body: request.raw, contentType }
  const admit = (values: Fields): void => requireFormToken('dashboard', session, values)
  if (takes === 'logo') {
    const { fields, files } = await receiveForm(app, actor, source, admit, logoFiles)
    return { fields, input: { all: () => [], files: [], logo: files[0] ?? 'none' } }
  }
  const { fields, lists, files } = await receiveForm(app, actor, source, admit, evidenceFiles(app, actor))
  return { fields, input: { all: (name) => lists[name] ?? [], files } }
}
