grant execute on function app.miles_between(double precision, double precision, double precision, double precision) to app_rw;
