import { readFileSync } from 'node:fs'
import { complaint, type Variable } from './environment.ts'

/** The environment with the secrets of files, and complaints about the files. */
interface WithSecrets {
  readonly env: NodeJS.ProcessEnv
  readonly problems: readonly string[]
}

/**
 * Reads each secret whose file the environment names, such as `SECRETS_KEY_FILE` for `SECRETS_KEY`. Containers and
 * service managers pass secrets as files, which no list of processes or settings shows. Spaces and newlines around a
 * secret are not part of it.
 */
export function readSecretFiles(given: NodeJS.ProcessEnv, variables: readonly Variable[]): WithSecrets {
  const env = { ...given }
  const problems: string[] = []
  for (const { name } of variables.filter(({ isSecret }) => isSecret)) {
    const path = given[`${name}_FILE`]
    if (!path) continue
    const complain = (allowed: string) => problems.push(complaint(`${name}_FILE`, path, allowed))
    if (given[name]) complain(`absent where ${name} is set`)
    else env[name] = readSecret(path, complain)
  }
  return { env, problems }
}

function readSecret(path: string, complain: (allowed: string) => void): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '') complain('a file that is not empty')
    return secret
  } catch (error) {
    complain(`a file that can be read (${(error as Error).message})`)
    return undefined
  }
}
