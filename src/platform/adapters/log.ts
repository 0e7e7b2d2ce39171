import { type Logger, pino } from 'pino'
import { isOfOutage } from '../db/outage.ts'

export type Log = Logger

/**
 * Opens the log of a process that shares its standard output with others. It writes pieces of at most 4 KB, which a
 * pipe takes whole, so that lines of several processes do not mix.
 */
export function openSharedLog(level: string, process: number | 'first'): Log {
  const output = pino.destination({ dest: 1, sync: false, minLength: 2_048, maxWrite: 4_096, periodicFlush: 200 })
  return openLog(level, output).child({ process })
}

/** Opens a structured log, one JSON object a line. It must not have headers, keys, codes or cards; people have ids. */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A database error's detail repeats the row's values, which may be personal; its code and message do not.
    serializers: {
      err: (error) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack }),
    },
    hooks: {
      // A lost database is logged once, and not by every request and round that meets it.
      logMethod(args, log) {
        const { err } = Object(args[0]) as { err?: unknown }
        if (!isOfOutage(err) || this.isLevelEnabled('debug')) log.apply(this, args)
      },
    },
    redact: { paths: ['authorization', '*.authorization', 'key', '*.key'], censor: '[hidden]' },
  }
  // Lines are written in batches, so that a request does not wait for its line. At the end all are flushed.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 }))
}
