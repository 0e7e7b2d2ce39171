import { variables } from '../../src/platform/app/config.ts'

/** Returns the table of the environment's variables. */
export function writeConfiguration(): string {
  const rows = variables.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`)
  const secrets = variables.filter(({ isSecret }) => isSecret).map(({ name }) => `\`${name}\``)
  return `# Configuration

Everything is set by the environment. A wrong value stops the start with one line for each variable that names it, its value and what
is allowed. In production \`DATABASE_URL\`, \`SECRETS_KEY\` and \`SIGNING_KEY\` have no default and must be set. Written by \`npm run docs\` from
\`src/platform/app/config.ts\`.

Secrets may be handed on in files: instead of \`SECRETS_KEY\`, \`SECRETS_KEY_FILE\` names the file that holds it. Likewise each of
${secrets.join(', ')}.

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}
