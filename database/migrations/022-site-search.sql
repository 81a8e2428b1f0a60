-- A search by distance looks into a box first: the strip of latitudes by this index, the longitudes of what it finds.
create index sites_position on public.sites (latitude, longitude) where latitude is not null;

-- Great-circle distance in miles (haversine, mean radius of the earth 3,958.8 miles).
create function app.miles_between(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
returns double precision language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select 2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))))
$$;
