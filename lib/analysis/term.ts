/** One indexable unit of a text. */
export interface Term {
  /** The normalised, stemmed form that is indexed and matched. */
  readonly lexeme: string
  /** 1-based; an identifier's whole form stands at the position of its first part. */
  readonly position: number
  readonly startOffset: number
  readonly endOffset: number
  readonly form: 'word' | 'identifier' | 'identifier-part' | 'bigram'
}

/** A query's distinct lexeme and how much it counts. */
export interface QueryTerm {
  readonly lexeme: string
  /** 1, or ½ for words that only phrase a question ("please", "explain", "how"). */
  readonly weight: number
  /** As the person wrote it. */
  readonly surface: string
  readonly form: Term['form']
}
