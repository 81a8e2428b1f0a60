-- Two functions lose what they told a repeated request by: their results have another shape, which a replacement cannot change.
drop function if exists app.take_shift(uuid, integer, text, text);
drop function if exists app.take_partnership(uuid, integer, text, text[], text);
