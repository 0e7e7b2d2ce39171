import { Command, CommanderError } from 'commander'
import { version } from '../platform/base/version.ts'
import { addBackupCommand } from './cli/backup/backup.ts'
import { addRestoreCommand } from './cli/backup/restore.ts'
import { addComplyCommand } from './cli/comply.ts'
import { addCustomerCommands } from './cli/customer.ts'
import { addDisputeCommands } from './cli/disputes.ts'
import { addDoctorCommand } from './cli/doctor/doctor.ts'
import { addEvidenceCommand, addVerifyCommand } from './cli/evidence.ts'
import { addExplainCommand } from './cli/explain/explain.ts'
import { addJournalCommand } from './cli/journal.ts'
import { addKeyCommands } from './cli/keys.ts'
import { addMerchantCommands } from './cli/merchants.ts'
import { addNotificationCommands } from './cli/notifications.ts'
import { finishOutput, watchOutput } from './cli/output.ts'
import { addPayoutCommands } from './cli/payouts.ts'
import { addPeopleCommands } from './cli/people.ts'
import { isExplained } from './cli/problems.ts'
import { addProcessorCommands } from './cli/processor.ts'
import { addProductionCommands } from './cli/production.ts'
import { addReconcileCommand } from './cli/reconcile.ts'
import { addRiskCommands } from './cli/risk.ts'
import { addShardCommand } from './cli/shard.ts'
import { addSigningKeyCommands } from './cli/signing-key.ts'
import { addStoreCommands } from './cli/stores.ts'
import { addWebhookCommands } from './cli/webhooks.ts'
import { addListenCommand } from './throw-away/beside/listen.ts'
import { addLogsCommand } from './throw-away/beside/logs.ts'
import { addSnapshotCommand } from './throw-away/beside/snapshot.ts'
import { addTriggerCommand } from './throw-away/beside/trigger.ts'
import { addCertifyCommand } from './throw-away/certify/certify.ts'
import { addExecCommand } from './throw-away/exec.ts'
import { addMcpCommand } from './throw-away/mcp/mcp.ts'
import { addPluginHostCommand } from './throw-away/plugin-host/plugin-host.ts'
import { addSandboxCommand } from './throw-away/sandbox.ts'

/** `npx qist`: the operator's command line. It works beside a running service, and without one. */
function buildProgram(): Command {
  const program = new Command('qist')
    .description('Operate a Qist service. Takes the same environment as the service: DATABASE_URL, DATA_DIR, …')
    .version(version, '--version', 'tell which version this is')
    .enablePositionalOptions()
    .showHelpAfterError('(qist --help tells what there is)')
    .exitOverride()
  addMerchantCommands(program)
  addStoreCommands(program)
  addKeyCommands(program)
  addDisputeCommands(program)
  addWebhookCommands(program)
  addNotificationCommands(program)
  addDoctorCommand(program)
  addBackupCommand(program)
  addRestoreCommand(program)
  addExplainCommand(program)
  addEvidenceCommand(program)
  addVerifyCommand(program)
  addCustomerCommands(program)
  addSigningKeyCommands(program)
  addComplyCommand(program)
  addProcessorCommands(program)
  addReconcileCommand(program)
  addJournalCommand(program)
  addRiskCommands(program)
  addPayoutCommands(program)
  addProductionCommands(program)
  addPeopleCommands(program)
  addShardCommand(program)
  program
    .command('start')
    .description('serve until told to end, as npm start does in a checkout')
    .action(async () => (await import('./serve.ts')).main())
  addSandboxCommand(program)
  addExecCommand(program)
  addListenCommand(program)
  addLogsCommand(program)
  addTriggerCommand(program)
  addSnapshotCommand(program)
  addCertifyCommand(program)
  addMcpCommand(program)
  addPluginHostCommand(program)
  return program
}

// Commander has already printed the error of the arguments.
function endAsCommander(error: unknown): void {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode
}

/** Runs the command that these arguments name, for example `['merchant', 'list']`, and sets the exit code of this process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' }).catch(endAsCommander)
    await finishOutput()
  } catch (error) {
    if (!isExplained(error)) throw error
    process.stderr.write(`qist: ${error.message}\n`)
    process.exitCode ||= 1
  }
}

/** Runs the command of this process. */
export async function main(): Promise<void> {
  watchOutput()
  await runCommand(process.argv.slice(2))
}
