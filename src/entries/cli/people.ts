import { type Command, Option } from 'commander'
import type { App } from '../../platform/app/app.ts'
import { allMerchants } from '../../platform/base/ids.ts'
import { getMerchant } from '../../platform/merchants/merchants.ts'
import { listAgents, removeAgent } from '../../platform/people/agents.ts'
import { parseEmail } from '../../platform/people/email.ts'
import { type Invitation, operatorFor, type TeamChanger } from '../../platform/people/invitations/invitation.ts'
import { listInvitations, withdrawInvitation } from '../../platform/people/invitations/invitations.ts'
import { type Invited, invitePerson } from '../../platform/people/invitations/invite-person.ts'
import { refusals } from '../../platform/people/refusals.ts'
import { type Role, roles } from '../../platform/people/roles.ts'
import { listTeam, type Member, removeMember } from '../../platform/people/team.ts'
import { merchantOption } from './keys.ts'
import { formatMoment, jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface AgentOptions extends PrintOptions {
  readonly email: string
}

interface ListOptions extends PrintOptions {
  readonly merchant: string
}

interface PersonOptions extends AgentOptions, ListOptions {
  readonly role: Role
}

const emailOption = ['--email <address>', 'whom'] as const

/** `qist person invite|list|remove` and `qist agent invite|list|remove`. */
export function addPeopleCommands(program: Command): void {
  addPersonCommands(program.command('person').description('people who work for merchants at the dashboard'))
  addAgentCommands(program.command('agent').description('people who work in support'))
}

function addPersonCommands(person: Command): void {
  person
    .command('invite')
    .description('make a link that lets somebody in, once and for seven days; MAIL_URL also mails it')
    .requiredOption(...merchantOption)
    .requiredOption(...emailOption)
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
    .option(...jsonOption)
    .action(async (options: PersonOptions) => printInvited(await withApp((app) => invite(app, options)), options))
  person
    .command('list')
    .description("a merchant's people, and who is invited")
    .requiredOption(...merchantOption)
    .option(...jsonOption)
    .action(async (options: ListOptions) =>
      printRows(await withApp((app) => listPeople(app, options.merchant)), options),
    )
  person
    .command('remove')
    .description("take somebody out of a merchant's team, at once, or their invitation back; the last admin stays")
    .requiredOption(...merchantOption)
    .requiredOption(...emailOption)
    .action(async (options: PersonOptions) => {
      printRemoved(options.email, await withApp((app) => removeByEmail(app, options)))
    })
}

function addAgentCommands(agent: Command): void {
  agent
    .command('invite')
    .description('make a link that lets somebody into support, once and for seven days; MAIL_URL also mails it')
    .requiredOption(...emailOption)
    .option(...jsonOption)
    .action(async (options: AgentOptions) => {
      const whom = { email: options.email, role: undefined }
      const changer = operatorFor(allMerchants, 'support')
      printInvited(await withApp((app) => invitePerson(app, app.config.baseUrls.uae, changer, whom)), options)
    })
  agent
    .command('list')
    .description("support's people, and who is invited")
    .option(...jsonOption)
    .action(async (options: PrintOptions) => printRows(await withApp(listSupport), options))
  agent
    .command('remove')
    .description('take somebody out of support, at once, or their invitation back')
    .requiredOption(...emailOption)
    .action(async (options: AgentOptions) => {
      printRemoved(options.email, await withApp((app) => removeAgentByEmail(app, options.email)))
    })
}

async function invite(app: App, { merchant, email, role }: PersonOptions): Promise<Invited> {
  const { region } = await getMerchant(app, merchant)
  return invitePerson(app, app.config.baseUrls[region], operatorFor(merchant), { email, role })
}

async function listPeople(app: App, merchant: string): Promise<Record<string, string>[]> {
  const [team, invited] = await Promise.all([listTeam(app, merchant), listInvitations(app, 'dashboard', merchant)])
  return [
    ...team.map((member) => ({ email: member.email, role: member.role, ...howLong(member) })),
    ...invited.map((one) => ({ email: one.email, role: one.role ?? '', ...untilWhen(one) })),
  ]
}

async function listSupport(app: App): Promise<Record<string, string>[]> {
  const [agents, invited] = await Promise.all([listAgents(app), listInvitations(app, 'support', allMerchants)])
  return [
    ...agents.map((agent) => ({ email: agent.email, ...howLong(agent) })),
    ...invited.map((one) => ({ email: one.email, ...untilWhen(one) })),
  ]
}

function howLong({ since, hasSecondFactor, lastSeenAt }: Omit<Member, 'role'>): Record<string, string> {
  const secondFactor = hasSecondFactor ? 'yes' : 'no'
  return { since: formatMoment(since), 'second factor': secondFactor, 'last seen': formatMoment(lastSeenAt) }
}

function untilWhen({ endsAt }: Invitation): Record<string, string> {
  return { since: `invited until ${formatMoment(endsAt)}`, 'second factor': '', 'last seen': '' }
}

/** Result of a removal: a member is removed, or an open invitation is withdrawn. */
type RemovalKind = 'person' | 'invitation'

async function removeByEmail(app: App, { merchant, email }: PersonOptions): Promise<RemovalKind> {
  const address = parseEmail(email)
  const member = (await listTeam(app, merchant)).find((one) => one.email === address)
  if (member === undefined) return takeBack(app, operatorFor(merchant), address)
  await removeMember(app, operatorFor(merchant), member.personId)
  return 'person'
}

async function removeAgentByEmail(app: App, email: string): Promise<RemovalKind> {
  const address = parseEmail(email)
  const isThere = (await listAgents(app)).some((one) => one.email === address)
  if (!isThere) return takeBack(app, operatorFor(allMerchants, 'support'), address)
  await removeAgent(app, email)
  return 'person'
}

async function takeBack(app: App, changer: TeamChanger, email: string | undefined): Promise<RemovalKind> {
  const open = await listInvitations(app, changer.backOffice, changer.merchantId)
  const invitation = open.find((one) => one.email === email)
  if (invitation === undefined) throw refusals.noSuchMember()
  await withdrawInvitation(app, changer, invitation.id)
  return 'invitation'
}

function printRemoved(email: string, removed: RemovalKind): void {
  printLine(removed === 'person' ? `${email} is removed.` : `The invitation of ${email} is taken back.`)
}

function printInvited({ id, email, link, isMailed }: Invited, options: PrintOptions): void {
  if (options.json) printJson({ id, email, link, is_mailed: isMailed })
  else
    printLine(
      `${email} is invited${isMailed ? ', and the link is mailed' : ''}. It is good once, for seven days, and not shown again:\n${link}`,
    )
}
