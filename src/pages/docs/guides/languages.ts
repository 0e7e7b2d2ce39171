/** The languages of a shop: the word behind a block's backticks, the name on its tab, and the file's ending. */
export const languages = {
  js: { title: 'JavaScript', ending: 'mjs' },
  python: { title: 'Python', ending: 'py' },
  php: { title: 'PHP', ending: 'php' },
} as const

export type Language = keyof typeof languages

/** A code block: the words behind its backticks, and its text. */
interface CodeBlock {
  readonly info: string
  readonly text: string
}

/** Returns the language of a block; undefined for commands, answers and data. */
export function languageOf(info: string): Language | undefined {
  const [word = ''] = info.split(' ')
  return Object.hasOwn(languages, word) ? (word as Language) : undefined
}

/**
 * Returns commands that run JavaScript files as the commands that run the files of another language.
 * `blocks`: all blocks of the guide. A file without a counterpart stays. PHP brings a server of its own.
 */
export function translateCommands(commands: string, language: Language, blocks: readonly CodeBlock[]): string {
  if (language === 'js') return commands
  const files = new Set(blocks.map(({ info }) => info.split(' ')[1]))
  return commands.replaceAll(/\bnode ([\w-]+)\.mjs(?= (&)|\b)/g, (command, name: string, isServer?: string) => {
    const file = `${name}.${languages[language].ending}`
    if (!files.has(file)) return command
    if (language === 'python') return `python3 ${file}`
    return isServer ? `php -q -S 127.0.0.1:\${PORT:-3000} ${file}` : `php ${file}`
  })
}
