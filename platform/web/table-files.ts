/** The kinds of files that a field for a long CSV file offers. */
export const CSV_FILES = '.csv,.tsv,.txt,text/csv'

/** The kinds of files that a field for a table offers. */
export const TABLE_FILES = `${CSV_FILES},.xlsx`
