import { type Command, InvalidArgumentError, Option } from 'commander'
import { correctCustomer } from '../../money/customers/correct-customer.ts'
import { type ErasedCustomer, eraseCustomer } from '../../money/customers/erase-customer.ts'
import { makePlanDocument, type PlanDocumentKind } from '../../money/evidence/plan-documents.ts'
import { isEmail } from '../../money/risk/contact.ts'
import { openArchive } from '../../pages/account/data/archive.ts'
import { renderDocument } from '../../pages/account/documents/render-document.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { operator } from '../../platform/base/principal.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'
import { loadErasedPlaces } from '../erased-places.ts'
import { readId } from './keys.ts'
import { type PrintOptions, printJson, printLine } from './output.ts'
import { writeWhole } from './whole-file.ts'
import { withApp } from './with-app.ts'

interface DocumentOptions extends PrintOptions {
  readonly lang: Lang
  readonly out?: string
}

/**
 * Adds `qist customer statement|letter|export|correct|erase` (docs/contract/terms.md#a-customers-documents). Each exits 1 if
 * there is no such plan or customer, a letter also while anything is owed.
 */
export function addCustomerCommands(program: Command): void {
  const customer = program.command('customer').description("a customer's documents, and what is kept of a customer")
  const add = (kind: PlanDocumentKind, description: string): void => {
    customer
      .command(kind)
      .description(description)
      .argument('<payment>', "the payment's id", readId)
      .addOption(new Option('--lang <language>', 'of the page').choices(['en', 'ar']).default('en'))
      .option('--out <file>', 'where to write it; without it, standard output')
      .option('--json', 'the signed document, which qist verify accepts, in place of the page')
      .action((id: string, options: DocumentOptions) => write(id, kind, options))
  }
  add('statement', 'how a plan stands, as a page to print, or as a signed document')
  customer
    .command('export')
    .description('everything that is kept of a customer, as one ZIP')
    .requiredOption('--phone <phone>', 'of the customer', readPhone)
    .addOption(new Option('--mode <mode>', 'of the purchases').choices(['test', 'live']).default('live'))
    .requiredOption('--out <file>', 'the ZIP to write')
    .action(writeExport)
  customer
    .command('correct')
    .description("correct a customer's name or e-mail in every purchase that is kept; what was sent stays")
    .requiredOption('--phone <phone>', 'of the customer', readPhone)
    .addOption(new Option('--mode <mode>', 'of the purchases').choices(['test', 'live']).default('live'))
    .option('--name <name>', 'the right name', readName)
    .option('--email <email>', 'the right e-mail address', readEmail)
    .action(correct)
  customer
    .command('erase')
    .description("replace a customer's data everywhere: now what nothing needs, the rest when its time has come")
    .requiredOption('--phone <phone>', 'of the customer', readPhone)
    .addOption(new Option('--mode <mode>', 'of the purchases').choices(['test', 'live']).default('live'))
    .option('--yes', 'really: nobody can undo it')
    .option('--reason <text>', 'why; it is kept, so it names no customer', '')
    .option('--json', 'for programs')
    .action(erase)
  add('letter', 'that nothing of a plan is owed, as a page to print, or as a signed document')
}

async function write(id: string, kind: PlanDocumentKind, { lang, out, json }: DocumentOptions): Promise<void> {
  const made = await withApp((app) => makePlanDocument(app, id, kind))
  if (made === 'no_plan') throw new Refusal('not_found', `there is no plan of a payment ${id}`)
  if (made === 'owed') throw new Refusal('bad_data', `something is owed of payment ${id}: there is no letter yet`)
  await writeWhole(out, json ? made.signed : renderDocument(made, lang))
}

function readPhone(text: string): string {
  const phone = parsePhone(text, 'AE')
  if (phone === undefined) throw new InvalidArgumentError('It is no phone number, such as +971500000001.')
  return phone
}

interface ExportOptions {
  readonly phone: string
  readonly mode: 'test' | 'live'
  readonly out: string
}

async function writeExport({ phone, mode, out }: ExportOptions): Promise<void> {
  await withApp(async (app) => {
    const archive = await openArchive(app, { phone, isTest: mode === 'test' }, 'operator')
    if (archive === undefined) throw new Refusal('not_found', `nothing is kept of ${phone} in ${mode} mode`)
    await writeWhole(out, archive)
  })
}

const longest = 200

function readName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > longest) throw new InvalidArgumentError(`It must have 1 to ${longest} characters.`)
  return name
}

function readEmail(text: string): string {
  if (!isEmail(text.trim())) throw new InvalidArgumentError('It is no e-mail address.')
  return text.trim()
}

interface CorrectOptions extends Omit<ExportOptions, 'out'> {
  readonly name?: string
  readonly email?: string
}

async function correct({ phone, mode, name, email }: CorrectOptions, command: Command): Promise<void> {
  if (name === undefined && email === undefined) command.error('error: name what is to be corrected: --name, --email')
  const correction = { by: operator, claims: ['proved', 'unproved'] as const, name, email }
  const done = await withApp((app) => correctCustomer(app, { phone, isTest: mode === 'test' }, correction))
  if (done === undefined) throw new Refusal('not_found', `nothing is kept of ${phone} in ${mode} mode`)
  printLine(`${done} purchases are corrected`)
}

interface EraseOptions extends PrintOptions, Omit<ExportOptions, 'out'> {
  readonly yes?: true
  readonly reason: string
}

async function erase({ phone, mode, yes, reason, json }: EraseOptions, command: Command): Promise<void> {
  if (!yes) command.error('error: nobody can undo it. Add --yes to erase the customer')
  const customer = { phone, isTest: mode === 'test' }
  const done = await withApp(async (app) => {
    return eraseCustomer(app, await loadErasedPlaces(app), customer, { by: operator, reason })
  })
  if (done === undefined) throw new Refusal('not_found', `nothing is kept of ${phone} in ${mode} mode`)
  if (json) printJson({ ...done, until: untilOf(done) })
  else printErased(done)
}

function untilOf({ until }: ErasedCustomer): string | null {
  return until === null ? null : formatSeconds(until)
}

function printErased(done: ErasedCustomer): void {
  const { erased, waiting } = done
  printLine(`${erased} ${erased === 1 ? 'payment is' : 'payments are'} erased`)
  if (waiting === 0) return
  const until = untilOf(done)
  const because = until === null ? 'for open claims, or as PERSONAL_DAYS says' : `the last one until ${until}`
  printLine(`${waiting} ${waiting === 1 ? 'payment waits' : 'payments wait'}: ${because}`)
}
