import { shownOutcomes, type HistoryPart } from './history-address'
import { outcomeWords } from './words'

interface HistoryFormProps {
  readonly asked: HistoryPart
}

/** Narrows the history; a plain form, so that what it shows is in the address. */
export function HistoryForm({ asked }: HistoryFormProps) {
  return (
    <form className="choose" action="/answers" method="get">
      <label>
        Words in the question
        <input type="text" name="words" defaultValue={asked.words} maxLength={200} className="min-w-0 rounded-[7px] border border-edge bg-raised px-3 py-1.5 text-ink" />
      </label>
      <label>
        Outcome
        <select name="outcome" defaultValue={asked.outcome ?? ''}>
          <option value="">any</option>
          {shownOutcomes.map((outcome) => <option key={outcome} value={outcome}>{outcomeWords[outcome]}</option>)}
        </select>
      </label>
      <label><input type="checkbox" name="bookmarked" value="1" defaultChecked={asked.bookmarked} /> bookmarked only</label>
      <button className="button" type="submit">Show</button>
    </form>
  )
}
