/** Verbs of making a text, as alternatives of a pattern; English, then German. */
export const textVerbs = 'write|compose|draft|generate|formulate|provide|create|give me|tell me|make up|invent|produce|print|schreib(e|en sie)?|verfasse|formuliere|dichte|erstelle'

/** Texts that are asked of a machine and not of whoever keeps a vault. */
export const textKinds = 'poems?|love poems?|short stor(y|ies)|stor(y|ies) (about|based|of)|essays?|manifestos?|songs?|lyrics|jokes?|rhymes?|limericks?|haikus?|sonnets?|headlines?|swearwords|fairy tales?|love letters?|fan fiction|screenplays?|paragraphs? (about|on)|reasons? why|gedicht|liebesgedicht|aufsatz|essay|manifest|witz|geschichte|überschrift|begründung'

export const languageNames = 'english|french|german|spanish|italian|portuguese|dutch|polish|russian|chinese|mandarin|japanese|korean|arabic|hindi|turkish|latin|swedish|danish|norwegian|finnish|greek|hebrew|deutsche?|englische?|französische?|spanische?|alemán|inglés|francés'

/** Openings that only a machine is addressed with. */
export const machineVerbs = 'state that|tell me (that|what|who|why|how|which|about|something|everything|your)|show me (all|your)|give me (all|some|your)|say that you|explain to me|be a (dj|pirate|poet|comedian)|misspell|anagram|answer (by|from|with) your own|i command you|execute the following command|blame|zeig(e)? mir|sag(e)? mir|erzähl(e)? mir'
