import { evidenceFiles } from '../../money/disputes/attachments/form-files.ts'
import { isMultipart } from '../../money/disputes/attachments/multipart.ts'
import { receiveForm } from '../../money/disputes/attachments/receive-form.ts'
import { formOf } from '../../platform/people/pages/answers.ts'
import { fieldsOf } from '../../platform/people/pages/back-office-pages.ts'
import { requireFormToken } from '../../platform/people/pages/form-guards.ts'
import type { Fields, FormAction, Sent, Visit } from './page.ts'
import { logoFiles } from './settings/received-logo.ts'

interface ReadForm {
  readonly fields: Fields
  readonly sent: Sent
}

/**
 * What a form sent. `takes`: files may have come with it, and nobody has looked at its token yet: refuses with 403 one that is not of
 * this session, before any file is kept.
 */
export async function readForm({ app, actor, session, request }: Visit, takes: FormAction['takes']): Promise<ReadForm> {
  const contentType = request.headers['content-type']
  if (takes === undefined || !isMultipart(contentType)) {
    const values = fieldsOf(request)
    if (takes !== undefined) requireFormToken('dashboard', session, values)
    const all = (name: string): readonly string[] => [values[name] ?? []].flat().map(String)
    return { fields: formOf(request), sent: { all, files: [] } }
  }
  const source = { body: request.raw, contentType }
  const admit = (values: Fields): void => requireFormToken('dashboard', session, values)
  if (takes === 'logo') {
    const { fields, files } = await receiveForm(app, actor, source, admit, logoFiles)
    return { fields, sent: { all: () => [], files: [], logo: files[0] ?? 'none' } }
  }
  const { fields, lists, files } = await receiveForm(app, actor, source, admit, evidenceFiles(app, actor))
  return { fields, sent: { all: (name) => lists[name] ?? [], files } }
}
