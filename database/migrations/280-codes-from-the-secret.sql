-- Codes of a check-in follow from a secret of the server and the shift (features/attendance/server/check-in-codes.ts).
drop table priv.check_in_keys;
