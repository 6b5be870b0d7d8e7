/**
 * BM25 as Robertson and Zaragoza give it ("The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the
 * idf of Lucene, ln(1 + (N − n + ½) / (n + ½)), which is never negative. k1 and b: measured on three collections of
 * notes and documentation, close to the published defaults of 1.2 and 0.75.
 */
export const bm25Parameters = { k1: 1.6, b: 0.75 } as const

/** How rare a lexeme is: N passages in all, n of them with it. */
export function inverseDocumentFrequency(passages: number, withLexeme: number): number {
  return Math.log(1 + (passages - withLexeme + 0.5) / (withLexeme + 0.5))
}

/** What one lexeme adds to a passage's score, before its idf: at most k1 + 1. */
export function saturate(frequency: number, length: number, meanLength: number): number {
  const { k1, b } = bm25Parameters
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / meanLength))
}
