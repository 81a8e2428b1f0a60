// Abbreviations that people spell out letter by letter.
const LETTERS = new Set(
  `ACH AFB AHMC AHN AHS AMC AMG AMITA ARH ASEM BCA BHC BSA CAH CAMC CHI CHSLI CMHA EAMC ECU ED ER HCA ICU IHS II III IU IV JFK LAC
   LECOM LIJ LSU LTCU MUSC NEA NYU OHSU OSF OSS OU PIH SUNY UAB UAMS UC UCF UCH UCI UCLA UCSD UCSF UF UH UHHS UM UMD UNC UNM UPHS UPMC
   UPR US USA USC USD UT UTMB UVA UW VA VI IX
   NE NW SE SW PO`.split(/\s+/),
)
// Abbreviations of words, although they contain no vowel.
const SHORT = new Set(
  `BLVD BLDG CNTR CNTY CTR CTRS DR FT GRDNS HLTH HSP HTS HWY JCT JR LN LTD MT MTN MTNS PKWY PL PT RD RGNL SQ SR SRVS ST STE STR SYSTM TR
   CT MR MRS MC`.split(/\s+/),
)
const SPELLED: Record<string, string> = { UMASS: 'UMass', UOFL: 'UofL', DBA: 'dba', UCHEALTH: 'UCHealth' }
const SMALL = new Set(['OF', 'THE', 'AND', 'AT', 'FOR', 'IN', 'ON', 'BY', 'WITH', 'AN'])

/**
 * A name or address in capitals, rewritten in normal case: "ST. VINCENT'S EAST" → "St. Vincent's East". Abbreviations that are spelled out
 * stay (UPMC, LLC), and a text with any small letter stays unchanged. Repeated spaces become one.
 */
export function readableName(text: string): string {
  const single = text.replace(/\s+/g, ' ').trim()
  if (/\p{Ll}/u.test(single)) return single
  return single.replace(/[\p{L}\p{N}'’.]+/gu, (word, at: number) => {
    const startsAnew = at === 0 || /(^|\s)[-–(/:,]\s*$/.test(single.slice(0, at)) || single[at - 1] === '('
    return readableWord(word, startsAnew)
  })
}

function readableWord(word: string, startsAnew: boolean): string {
  const bare = word.replace(/\.$/, '')
  if (SPELLED[bare]) return SPELLED[bare]
  if (SMALL.has(bare)) return startsAnew ? capital(word) : word.toLowerCase()
  if (LETTERS.has(bare) || /^\p{Lu}(\.\p{Lu})+$/u.test(bare)) return word
  if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
  if (/^[^AEIOUYÀ-ÖØ-Þ\d'’.]{2,5}$/u.test(bare) && !SHORT.has(bare)) return word
  // McLeod, O'Brien, and the 's of St. Mary's
  return word
    .toLowerCase()
    .replace(/^mc(?=\p{L}{2})/u, 'Mc')
    .replace(/^\p{Ll}|(?<=^Mc)\p{Ll}|(?<=^[od]['’])\p{Ll}(?=\p{Ll})/gu, (letter) => letter.toUpperCase())
}

function capital(word: string): string {
  return word[0]! + word.slice(1).toLowerCase()
}
