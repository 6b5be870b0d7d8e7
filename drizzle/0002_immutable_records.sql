-- Answer records and evidence sets never change. A purge alone may replace quoted text, and says so in its transaction
-- with SET LOCAL k81r.purge = 'on'.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('k81r.purge', true) = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of % is refused: these records are immutable', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER evidence_set_immutable BEFORE UPDATE OR DELETE ON evidence_set FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER answer_revision_immutable BEFORE UPDATE OR DELETE ON answer_revision FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER answer_citation_immutable BEFORE UPDATE OR DELETE ON answer_citation FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER evidence_set_kept BEFORE TRUNCATE ON evidence_set FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER answer_revision_kept BEFORE TRUNCATE ON answer_revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER answer_citation_kept BEFORE TRUNCATE ON answer_citation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
